package dev.weir.jobs;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A savepoint of a {@link TicksJob} and the records of its ledger topic at that time: the files {@code topic-ledger-1} of the
 * corpus.
 */
final class TopicLedgerCorpus {

    static final String DOMAIN = "ticks";
    private static final int BATCHES = 5;
    private static final int PATIENCE_MILLIS = 240_000;

    private TopicLedgerCorpus() {}

    /** Writes both into a directory that must not have them yet. For a new format, they are written next to the old files. */
    public static void main(String[] directory) throws Exception {
        Path place = Files.createDirectories(Path.of(directory[0], "topic-ledger-1"));
        Path checkpoints = Files.createTempDirectory("checkpoints");
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                KillableCluster job =
                        KillableCluster.start(TicksJob.build(broker.address(), "ticks-ledger", checkpoints))) {
            awaitBatches(broker.address(), "ticks-ledger", BATCHES);
            Path savepoint = Path.of(java.net.URI.create(job.stop(checkpoints).getRestorePath()));
            job.await();
            Files.move(savepoint, place.resolve("savepoint"));
            write(new LedgerTopics(broker.address()).records("ticks-ledger"), place.resolve("records"));
        }
    }

    private static void write(List<byte[]> records, Path file) throws IOException {
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
            out.writeInt(records.size());
            for (byte[] record : records) {
                out.writeInt(record.length);
                out.write(record);
            }
        }
    }

    /** Reads the records of a ledger from a file of the corpus: their number, then each preceded by its length. */
    static List<byte[]> read(Path file) throws IOException {
        List<byte[]> records = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            for (int left = in.readInt(); left > 0; left--) {
                records.add(in.readNBytes(in.readInt()));
            }
        }
        return records;
    }

    /** Waits until the pipeline's chain in a ledger has reached a batch, and returns the view of the ledger. */
    static LedgerView awaitBatches(String brokers, String topic, long batch) throws Exception {
        LedgerTopics topics = new LedgerTopics(brokers);
        for (int waited = 0; waited < PATIENCE_MILLIS; waited += 200) {
            LedgerView view = LedgerAudit.of(DOMAIN, topics.records(topic)).view();
            if (view.pipeline(DOMAIN).tip().sequence() >= batch) {
                return view;
            }
            Thread.sleep(200);
        }
        throw new IllegalStateException("the ledger has not come to batch " + batch);
    }
}
