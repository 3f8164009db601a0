package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the results of a replay to its folder.
 *
 * @param pipeline the queries
 * @param out the folder of the results, as the user has named it
 * @param revealExact whether exact totals are also written
 * @param card the content of {@code card.json}
 * @param progress receives the progress
 */
record ReplayResults(Pipeline pipeline, Path out, boolean revealExact, String card, Progress progress) {

    /** Writes the results as drafts, and then replaces the earlier results by them. Returns the number of released rows. */
    long collect(EmbeddedBroker broker, ReplayFolder folder) throws IOException, InterruptedException {
        long released = write(broker, folder);
        Files.writeString(folder.open(EarlierReplays.CARD), card + "\n");
        folder.replace();
        progress.say(released + " rows released to " + out + "; where each record ended is in its private folder");
        return released;
    }

    private long write(EmbeddedBroker broker, ReplayFolder folder) throws IOException, InterruptedException {
        ReleaseFile rows = new ReleaseFile(broker);
        long released = rows.write(ReplayTopics.SINK.released(), folder.open(EarlierReplays.RELEASED));
        long withheld = rows.write(ReplayTopics.SINK.withheld(), folder.open("withheld.jsonl"));
        new DeadLetterFile(broker).write(ReplayTopics.SINK.deadLetter(), folder.openSecret("dead-letter.jsonl"));
        LedgerFile.write(folder.ledger(pipeline), pipeline.plan(), folder.openSecret(EarlierReplays.LEDGER));
        if (revealExact) {
            long exact = folder.exactRows().write(folder.openSecret("exact.jsonl"));
            if (exact != released + withheld) {
                throw new IllegalStateException("every row must have an exact one, had " + exact + " of "
                        + (released + withheld) + ": please report this");
            }
        }
        return released;
    }
}
