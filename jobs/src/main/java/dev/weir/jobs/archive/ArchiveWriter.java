package dev.weir.jobs.archive;

import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.operators.counters.PrivateFolder;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Set;

/**
 * Writes the records of a ledger that may be cut off to a new file, which its owner alone may read: they have values, as the ledger has. A
 * file that exists is never written to. An archive is whole from {@link #finish} on; one that a killed process has left has no end, and every
 * reader refuses it.
 *
 * <p>Bytes: the head; for each record a 1, its offset and time, its length and its bytes; a 0 and the number of records; the digest of all of
 * that.
 */
public final class ArchiveWriter implements LedgerRecords, AutoCloseable {

    static final int RECORD = 1;
    static final int END = 0;

    private final Path file;
    private final long before;
    private final MessageDigest digest = ArchiveDigest.begin();
    private final DataOutputStream out;
    private long offset;
    private long millis;
    private long count;

    private ArchiveWriter(Path file, ArchiveHead head, FileChannel channel) {
        this.file = file;
        this.before = head.before();
        this.out = new DataOutputStream(
                new DigestOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16), digest));
    }

    /**
     * Creates an archive without records.
     *
     * @param file the file, which must not exist
     * @param head what will be in it
     * @throws CommandFailure if the file exists
     * @throws IOException if the file cannot be made
     */
    public static ArchiveWriter create(Path file, ArchiveHead head) throws IOException {
        Set<StandardOpenOption> fresh = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        FileChannel channel;
        try {
            channel = FileChannel.open(file, fresh, ownerAlone(file));
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(
                    CommandFailure.WRONG,
                    "--to: " + file
                            + " exists, and no file is overwritten: name another one, or delete it if it was not finished");
        }
        ArchiveWriter writer = new ArchiveWriter(file, head, channel);
        head.write(writer.out);
        return writer;
    }

    private static FileAttribute<?>[] ownerAlone(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    @Override
    public void at(long here, long written) {
        offset = here;
        millis = written;
    }

    @Override
    public void accept(byte[] bytes) {
        if (offset >= before) {
            return;
        }
        try {
            out.writeByte(RECORD);
            out.writeLong(offset);
            out.writeLong(millis);
            out.writeInt(bytes.length);
            out.write(bytes);
            count++;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does nothing: the head says where the log began. */
    @Override
    public void cut() {}

    /**
     * Refuses a log that has lost records.
     *
     * @throws IllegalStateException always
     */
    @Override
    public void missing() {
        throw new IllegalStateException("a ledger that has lost records is not archived");
    }

    /**
     * Ends the archive, and returns once its content and its name are on the disk.
     *
     * @throws IOException if it cannot be written
     */
    public void finish() throws IOException {
        out.writeByte(END);
        out.writeLong(count);
        out.write(digest.digest());
        out.flush();
        PrivateFolder.force(file);
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            PrivateFolder.force(folder);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
