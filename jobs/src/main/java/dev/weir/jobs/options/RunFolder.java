package dev.weir.jobs.options;

import dev.weir.jobs.explain.Card;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.output.CounterFile;
import dev.weir.operators.query.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder of results that the user names with {@code --out}. It is checked before anything starts. Once a job of
 * {@code weir run} is running, a file that can no longer be written does not stop the job.
 *
 * @param path the folder
 */
public record RunFolder(Path path) {

    private static final String PRIVATE = "private";

    /**
     * Refuses the folder if files cannot be written to it. Creates nothing.
     *
     * @throws CommandFailure if files cannot be written to the folder
     */
    public void requireUsable() {
        requireFolder(path);
        requireFolder(path.resolve(PRIVATE));
    }

    /** Requires that a folder can be written to. If the folder does not exist, its nearest existing parent must be writable. */
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
     * Creates the folder and writes the card into it.
     *
     * @param card the pipeline's card
     * @throws CommandFailure if the card cannot be written
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
     * Returns the file for the exact counters.
     *
     * @param plan the plan whose queries are counted
     */
    public CounterFile counters(Plan plan) {
        return new CounterFile(path.resolve(PRIVATE).toString(), plan);
    }

    private static CommandFailure wrong(String why) {
        return new CommandFailure(CommandFailure.WRONG, "--out: must be a folder that can be written to; " + why);
    }
}
