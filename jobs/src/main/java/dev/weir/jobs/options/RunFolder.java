package dev.weir.jobs.options;

import dev.weir.jobs.explain.Card;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.output.CounterFile;
import dev.weir.operators.query.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder of {@code weir run --out}. It is checked before anything starts. Once the job runs, a file that cannot be
 * written there any more does not stop the job.
 *
 * @param path the folder
 */
public record RunFolder(Path path) {

    private static final String PRIVATE = "private";

    /**
     * Refuses a folder that files cannot be written to. Creates nothing.
     *
     * @throws CommandFailure if it is one
     */
    public void requireUsable() {
        requireFolder(path);
        requireFolder(path.resolve(PRIVATE));
    }

    /** Requires that the folder, or the nearest existing one above it, can be written to. */
    private static void requireFolder(Path folder) {
        Path there = folder.toAbsolutePath().normalize();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw wrong(there + " is not a folder");
        }
        if (!Files.isWritable(there)) {
            throw wrong(there + " cannot be written to");
        }
    }

    /**
     * Makes the folder and leaves the card in it.
     *
     * @param card the pipeline's card
     * @throws CommandFailure if it cannot be written
     */
    public void write(Card card) {
        try {
            Files.createDirectories(path);
            Files.writeString(path.resolve("card.json"), card.json() + "\n");
        } catch (IOException e) {
            throw wrong(e.getMessage() + " (" + e.getClass().getSimpleName() + ")");
        }
    }

    /**
     * The file for the exact counters.
     *
     * @param plan what the counters count for
     */
    public CounterFile counters(Plan plan) {
        return new CounterFile(path.resolve(PRIVATE).toString(), plan);
    }

    private static CommandFailure wrong(String why) {
        return new CommandFailure(CommandFailure.WRONG, "--out: must be a folder that can be written to; " + why);
    }
}
