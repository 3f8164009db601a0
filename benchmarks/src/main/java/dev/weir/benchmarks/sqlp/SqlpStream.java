package dev.weir.benchmarks.sqlp;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The records of a data set in the order of the stream, in a file that is mapped into memory, so that they take no heap. A record is one word of
 * step, user and key.
 *
 * @param file the file, as text, because jobs are serialized
 * @param records how many records there are
 */
public record SqlpStream(String file, long records) implements Serializable {

    private static final int KEY_BITS = 20;
    private static final int USER_BITS = 24;

    /** The largest number of steps whose number fits into a record's word beside user and key. */
    static final int MOST_STEPS = (1 << (Long.SIZE - KEY_BITS - USER_BITS - 1)) - 1;

    /**
     * Writes the records of a data set in the order of the stream: by step, user and number of the record.
     *
     * @param file the file, which is replaced
     * @param made makes the records
     * @param users the number of users
     * @param counts what has been counted of the same records
     */
    public static SqlpStream write(Path file, SqlpRecords made, int users, SqlpCounts counts) throws IOException {
        long[] next = counts.beginnings();
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            LongBuffer words = channel.map(FileChannel.MapMode.READ_WRITE, 0, counts.records() * Long.BYTES)
                    .asLongBuffer();
            for (int user = 0; user < users; user++) {
                long own = (long) user << KEY_BITS;
                made.of(user, (key, step, isKept) -> words.put((int) next[step]++, word(step) | own | key));
            }
        }
        return new SqlpStream(file.toString(), counts.records());
    }

    private static long word(int step) {
        return (long) step << (KEY_BITS + USER_BITS);
    }

    /** Opens the records, for use by one thread. */
    LongBuffer open() {
        try (FileChannel channel = FileChannel.open(Path.of(file))) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, Files.size(Path.of(file)))
                    .asLongBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The step of a record, from 1. */
    static int step(long record) {
        return (int) (record >>> (KEY_BITS + USER_BITS));
    }

    /** The number of a record's user, from 0. */
    static int user(long record) {
        return (int) (record >>> KEY_BITS) & ((1 << USER_BITS) - 1);
    }

    /** The number of a record's key, from 0. */
    static int key(long record) {
        return (int) record & ((1 << KEY_BITS) - 1);
    }
}
