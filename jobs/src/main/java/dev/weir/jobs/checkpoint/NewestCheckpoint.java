package dev.weir.jobs.checkpoint;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Finds the newest complete checkpoint below a directory. A restarted job goes on from this checkpoint; a job that started
 * without its state could spend units' budgets a second time.
 */
public final class NewestCheckpoint {

    /** The file that Flink writes last. A checkpoint is complete if it has this file. */
    private static final String METADATA = "_metadata";

    /** The number of levels from the directory to the metadata file: job, checkpoint, file. */
    private static final int DEPTH = 3;

    private NewestCheckpoint() {}

    /**
     * Returns the URI of the newest complete checkpoint below a directory; empty if there is none.
     *
     * @param directory the URI of the directory
     * @throws IOException if the store cannot be read. The message leaves out what the store's client said, which may
     *     quote keys and paths
     */
    public static Optional<String> below(String directory) throws IOException {
        return complete(directory).stream()
                .max(Comparator.comparingLong(FileStatus::getModificationTime)
                        .thenComparingLong(NewestCheckpoint::number))
                .map(metadata -> metadata.getPath().getParent().toString());
    }

    private static List<FileStatus> complete(String directory) throws IOException {
        try {
            Path root = new Path(directory);
            List<FileStatus> found = new ArrayList<>();
            collect(root.getFileSystem(), root, DEPTH, found);
            return found;
        } catch (IOException | RuntimeException e) {
            // file systems that are plugins throw the unchecked exceptions of their clients
            throw new IOException(
                    "checkpoint.dir: the store cannot be read; look at the address, its plugin, the rights and the network",
                    e);
        }
    }

    /**
     * Returns the number of a checkpoint. The numbers order the checkpoints of one job whose times are equal in the
     * store.
     */
    private static long number(FileStatus metadata) {
        String path = metadata.getPath().getParent().toString();
        return isCheckpoint(path) ? Long.parseLong(path.substring(path.lastIndexOf('-') + 1)) : 0;
    }

    /**
     * Returns whether a state is a checkpoint, which Flink takes by itself, and not a savepoint.
     *
     * @param path the URI of the state
     */
    public static boolean isCheckpoint(String path) {
        return path.matches(".*/chk-[0-9]{1,18}");
    }

    /**
     * Returns the time at which a state was completed; empty if the state's store does not say.
     *
     * @param path the URI of the state
     */
    public static Optional<Instant> written(String path) {
        try {
            Path metadata = new Path(path, METADATA);
            long time = metadata.getFileSystem().getFileStatus(metadata).getModificationTime();
            return Optional.of(Instant.ofEpochMilli(time));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static void collect(FileSystem files, Path directory, int depth, List<FileStatus> found)
            throws IOException {
        for (FileStatus entry : list(files, directory)) {
            if (entry.isDir() && depth > 1) {
                collect(files, entry.getPath(), depth - 1, found);
            } else if (!entry.isDir() && entry.getPath().getName().equals(METADATA)) {
                found.add(entry);
            }
        }
    }

    private static FileStatus[] list(FileSystem files, Path directory) throws IOException {
        try {
            FileStatus[] entries = files.listStatus(directory);
            return entries == null ? new FileStatus[0] : entries;
        } catch (FileNotFoundException e) {
            return new FileStatus[0];
        }
    }
}
