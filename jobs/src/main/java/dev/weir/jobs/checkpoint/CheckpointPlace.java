package dev.weir.jobs.checkpoint;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder of checkpoints, as far as this process can examine it. Flink does not say why a checkpoint could not be
 * written.
 */
public final class CheckpointPlace {

    /** The number of free bytes below which a disk counts as full, because a checkpoint may not fit into less. */
    private static final long LEAST_BYTES = 1 << 20;

    private CheckpointPlace() {}

    /**
     * Returns the problem that keeps checkpoints from being written. Empty if there is no problem, or if the folder is
     * not on a file system of this machine.
     *
     * @param directory the URI of the directory
     */
    public static Optional<String> problem(String directory) {
        URI uri = URI.create(directory);
        if (!"file".equals(uri.getScheme()) || uri.getPath() == null) {
            return Optional.empty();
        }
        Path folder = Path.of(uri.getPath());
        return Files.isDirectory(folder)
                ? problem(folder, Files.isWritable(folder), usableBytes(folder))
                : Optional.of(folder + " is not a folder");
    }

    /**
     * Returns the problem that keeps checkpoints from being written into an existing folder; empty if there is no
     * problem.
     *
     * @param isWritable whether this process may write into the folder
     * @param usableBytes how many bytes this process may still write into the folder
     */
    static Optional<String> problem(Path folder, boolean isWritable, long usableBytes) {
        if (!isWritable) {
            return Optional.of(folder + " cannot be written to");
        }
        return usableBytes < LEAST_BYTES ? Optional.of("no space is left in " + folder) : Optional.empty();
    }

    private static long usableBytes(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE; // a file system whose space cannot be read is not reported
        }
    }
}
