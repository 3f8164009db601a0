package dev.weir.jobs.archive;

import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.failure.CommandFailure;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** Reads an archive from its first record to its last. A file that is damaged, not finished or no archive is refused. */
public final class ArchiveReader implements AutoCloseable {

    private final Path file;
    private final long length;
    private final MessageDigest digest = ArchiveDigest.begin();
    private final DataInputStream in;
    private final ArchiveHead head;
    private long count;
    private boolean isAtEnd;

    /**
     * A record of an archive.
     *
     * @param offset its offset in the ledger's log
     * @param millis when it was written, epoch milliseconds; below 0 if that is not known
     * @param bytes its bytes
     */
    record Archived(long offset, long millis, byte[] bytes) {}

    private ArchiveReader(Path file, String domain) throws IOException {
        this.file = file;
        this.length = Files.size(file);
        this.in = new DataInputStream(
                new DigestInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16), digest));
        try {
            this.head = readHead(domain);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /**
     * Opens an archive.
     *
     * @param file the file
     * @param domain the name of the domain whose ledger it must be of
     * @throws CommandFailure if the file is not there, is no archive, or is one of another domain
     * @throws IOException if the file cannot be read
     */
    public static ArchiveReader open(Path file, String domain) throws IOException {
        try {
            return new ArchiveReader(file, domain);
        } catch (NoSuchFileException e) {
            throw wrong(file, "is not there");
        }
    }

    private ArchiveHead readHead(String domain) throws IOException {
        ArchiveHead read;
        try {
            read = ArchiveHead.read(in).orElseThrow(() -> wrong(file, "is no archive that this build can read"));
        } catch (EOFException | UTFDataFormatException e) {
            throw wrong(file, "is no archive of a ledger");
        }
        if (!read.domain().equals(domain)) {
            throw wrong(file, "is the archive of another domain");
        }
        return read;
    }

    /** Says what is in the archive. */
    public ArchiveHead head() {
        return head;
    }

    /**
     * Shows all records that have not been shown yet.
     *
     * @param records receives the records, with their offsets and times
     * @throws CommandFailure if the archive is damaged or was not finished; {@code records} has then received a part
     * @throws IOException if the file cannot be read
     */
    public void showTo(LedgerRecords records) throws IOException {
        for (Archived record = next(); record != null; record = next()) {
            records.at(record.offset(), record.millis());
            records.accept(record.bytes());
        }
    }

    /** Returns the next record; null at the end of a whole archive. */
    @Nullable Archived next() throws IOException {
        if (isAtEnd) {
            return null;
        }
        try {
            int kind = in.readByte();
            if (kind == ArchiveWriter.RECORD) {
                count++;
                return new Archived(in.readLong(), in.readLong(), bytes());
            }
            requireEnd(kind);
            isAtEnd = true;
            return null;
        } catch (EOFException e) {
            throw wrong(file, "was not finished, or has lost its end");
        }
    }

    private byte[] bytes() throws IOException {
        int size = in.readInt();
        if (size < 0 || size > length) {
            throw damaged();
        }
        byte[] bytes = new byte[size];
        in.readFully(bytes);
        return bytes;
    }

    private void requireEnd(int kind) throws IOException {
        boolean isCounted = kind == ArchiveWriter.END && in.readLong() == count;
        byte[] expected = digest.digest();
        byte[] found = new byte[expected.length];
        in.readFully(found);
        if (!isCounted || !MessageDigest.isEqual(expected, found) || in.read() >= 0) {
            throw damaged();
        }
    }

    private CommandFailure damaged() {
        return wrong(file, "is damaged");
    }

    private static CommandFailure wrong(Path file, String problem) {
        return new CommandFailure(CommandFailure.WRONG, "archive " + file + " " + problem);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
