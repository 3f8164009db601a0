package dev.weir.jobs.checkpoint;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The folder of checkpoints, as far as this process can see it. Flink does not say why a checkpoint could not be written. */
public final class CheckpointPlace {

    /** In bytes. With less than 1 MiB, which the metadata of one checkpoint may take, a disk counts as full. */
    private static final long LEAST_BYTES = 1 << 20;

    private CheckpointPlace() {}

    /**
     * What keeps checkpoints from being written; empty if nothing does, or the folder is on no file system of this machine.
     *
     * @param directory the directory's URI
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
     * What keeps checkpoints from being written into a folder.
     *
     * @param isWritable whether this process may write there
     * @param usableBytes how much it may write
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
            return Long.MAX_VALUE; // what cannot be seen is not said
        }
    }
}
