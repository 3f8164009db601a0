package dev.weir.testing.world;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Finds the last checkpoint that a job has completed. */
public final class LastCheckpoint {

    private static final String PREFIX = "chk-";

    private LastCheckpoint() {}

    /**
     * The folder of the last checkpoint.
     *
     * @param folder the folder of the checkpoints of jobs that have run one after the other
     * @throws IllegalStateException if there is none
     * @throws IOException if the folder cannot be read
     */
    public static Path below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder, 3)) {
            return files.filter(file -> file.getFileName().toString().equals("_metadata"))
                    .map(Path::getParent)
                    .filter(checkpoint -> checkpoint.getFileName().toString().startsWith(PREFIX))
                    .max(Comparator.comparingLong(LastCheckpoint::number))
                    .orElseThrow(() -> new IllegalStateException("no checkpoint has completed"));
        }
    }

    /** Flink goes on counting from the checkpoint that a job is restored from. */
    private static long number(Path checkpoint) {
        return Long.parseLong(checkpoint.getFileName().toString().substring(PREFIX.length()));
    }
}
