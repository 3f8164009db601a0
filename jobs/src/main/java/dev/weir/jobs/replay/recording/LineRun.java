package dev.weir.jobs.replay.recording;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines in the order of their times, which can be read again and again. */
@FunctionalInterface
interface LineRun {

    /** Reads the lines of a run one by one. */
    interface Reader extends AutoCloseable {

        /** Returns the next line; null after the last one. */
        @Nullable TimedLine next() throws IOException;

        @Override
        default void close() throws IOException {}
    }

    /** Begins to read the lines from the first one. */
    Reader open() throws IOException;

    /** A run in memory. */
    static LineRun of(List<TimedLine> lines) {
        return () -> {
            Iterator<TimedLine> rest = lines.iterator();
            return () -> rest.hasNext() ? rest.next() : null;
        };
    }

    /**
     * A run in a file, where each line is its time, its length and its bytes.
     *
     * @param path the path of the file
     */
    record InFile(Path path) implements LineRun {

        private static final int BUFFER = 1 << 16;

        /**
         * Writes lines to a new file.
         *
         * @param path the path of the file, in a folder that only its owner may read
         * @param lines the lines, in the order of their times
         */
        static InFile write(Path path, Reader lines) throws IOException {
            try (DataOutputStream out =
                    new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), BUFFER))) {
                TimedLine line = lines.next();
                while (line != null) {
                    out.writeLong(line.time());
                    out.writeInt(line.bytes().length);
                    out.write(line.bytes());
                    line = lines.next();
                }
            }
            return new InFile(path);
        }

        @Override
        public Reader open() throws IOException {
            return new FromFile(
                    new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER)), Files.size(path));
        }

        /** Deletes the file. */
        void delete() throws IOException {
            Files.deleteIfExists(path);
        }
    }

    /** Reads a file up to the length that it had in the beginning. */
    final class FromFile implements Reader {

        private final DataInputStream in;
        private long left;

        FromFile(DataInputStream in, long left) {
            this.in = in;
            this.left = left;
        }

        @Override
        public @Nullable TimedLine next() throws IOException {
            if (left == 0) {
                return null;
            }
            try {
                long time = in.readLong();
                byte[] bytes = new byte[in.readInt()];
                in.readFully(bytes);
                left -= Long.BYTES + Integer.BYTES + bytes.length;
                return new TimedLine(time, bytes);
            } catch (EOFException e) {
                throw new IOException("a temporary file of --sort has been cut short: run it again", e);
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
