package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * Writes the results of a replay to its folder.
 *
 * @param pipeline the queries
 * @param out the folder of the results, as the user has named it
 * @param revealExact whether exact totals are also written
 * @param card the content of {@code card.json}
 * @param slots the slots that were replayed
 * @param progress receives the progress
 */
record ReplayResults(
        Pipeline pipeline, Path out, boolean revealExact, String card, WrittenSlots slots, Progress progress) {

    /** Writes the results as drafts, and then replaces the earlier results by them. Returns the number of released rows. */
    long collect(EmbeddedBroker broker, ReplayFolder folder) throws IOException, InterruptedException {
        long released = write(broker, folder);
        Files.writeString(folder.open(EarlierReplays.CARD), card + "\n");
        forgetRevealed();
        folder.replace();
        progress.say(released + " rows released to " + out + "; where each record ended is in its private folder");
        return released;
    }

    /** Deletes what an earlier replay has revealed of this kind; {@link ReplayFolder#replace} deletes its exact rows. */
    private void forgetRevealed() throws IOException {
        for (String name : kind().revealed()) {
            Files.deleteIfExists(out.resolve(EarlierReplays.PRIVATE).resolve(name));
        }
    }

    private PipelineKind kind() {
        return PipelineKinds.of(pipeline);
    }

    private long write(EmbeddedBroker broker, ReplayFolder folder) throws IOException, InterruptedException {
        ReleaseFile rows = new ReleaseFile(broker);
        long released = rows.write(
                ReplayTopics.SINK.released(),
                folder.open(EarlierReplays.RELEASED),
                new PartialWindows(slots.schedule())::marked);
        ReleasedTable.write(folder.open(EarlierReplays.RELEASED), folder.open("released.csv"));
        long withheld =
                rows.write(ReplayTopics.SINK.withheld(), folder.open("withheld.jsonl"), UnaryOperator.identity());
        new DeadLetterFile(broker).write(ReplayTopics.SINK.deadLetter(), folder.openSecret("dead-letter.jsonl"));
        LedgerFile.write(folder.ledger(pipeline), pipeline.plan(), folder.openSecret(EarlierReplays.LEDGER));
        if (revealExact) {
            Path exact = folder.openSecret("exact.jsonl");
            long count = folder.exactRows().write(exact);
            kind().reveal(pipeline, new PipelineKind.Exact(exact, count, released, withheld));
        }
        return released;
    }
}
