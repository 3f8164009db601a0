package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.accountant.journal.reading.OwnRecords;
import dev.weir.jobs.archive.ArchivedRecords;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import dev.weir.jobs.kafka.ledger.log.LedgerAnswers;
import dev.weir.jobs.kafka.ledger.log.LedgerLog;
import dev.weir.jobs.kafka.ledger.log.LedgerMessages;
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import dev.weir.jobs.kafka.ledger.log.TopicRole;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;

/**
 * Copies a domain's ledger into another topic, without the records that cannot be read.
 *
 * <p><b>Guarantee.</b> The copy lacks only unreadable records whose offsets the caller names. It has every readable record,
 * every chain in it is unbroken ({@link LedgerReader}), and it has the newest domain entry that the register of domains knows.
 * An omitted claim is therefore detected, unless the register knows no entry from this claim on. An omitted last batch of a
 * pipeline is not detected: only a state that has the batch could reveal this. The person who makes the copy answers for this
 * case.
 *
 * <p>The ids of the domain and of all its pipelines are taken before anything is copied. This stops running jobs, but Flink
 * may restart them. So the ledger is read once more at the end, and a copy that lacks newer records is refused. The jobs
 * should be cancelled first. Once a pipeline has started with the copy, the register refuses every start with the old topic.
 */
public final class LedgerCopy implements AutoCloseable {

    private final Pipeline pipeline;
    private final Target target;
    private final KafkaLedger from;
    private final List<KafkaLedger> stopped = new ArrayList<>();

    private LedgerCopy(Pipeline pipeline, Target target, KafkaLedger from) {
        this.pipeline = pipeline;
        this.target = target;
        this.from = from;
    }

    /**
     * The copy that is wanted.
     *
     * @param skipped the offsets of the records to leave out
     * @param topic the topic of the copy; it is made if it is missing, and must be empty
     * @param archives the archives of what was cut off, the oldest first; none if the ledger was never cut. The copy begins with their
     *     records, because no copy can begin behind its first record
     */
    public record Target(Set<Long> skipped, String topic, List<Path> archives) {

        public Target {
            skipped = Set.copyOf(skipped);
            archives = List.copyOf(archives);
        }
    }

    /**
     * Prepares a copy and writes nothing.
     *
     * @param pipeline a pipeline of the domain whose ledger is copied
     * @param target the copy that is wanted
     * @throws IOException if the brokers cannot be reached
     */
    public static LedgerCopy of(Pipeline pipeline, Target target) throws IOException {
        if (target.topic().equals(pipeline.sink().ledger())) {
            throw LedgerTopic.unusable("--to: the copy must be in another topic than " + target.topic());
        }
        return new LedgerCopy(pipeline, target, KafkaLedger.shown(pipeline));
    }

    /**
     * Reads the content that the copy would have.
     *
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} if an offset to
     *     leave out has no record or a readable one, or if the copy would not be a whole ledger
     */
    public LedgerView look() throws IOException, InterruptedException {
        LedgerReader reader = reader();
        KeptRecords kept = new KeptRecords(reader, target.skipped());
        read(kept);
        kept.requireAllFound();
        if (!reader.hasNewest()) {
            throw new StartRefused(
                            StartRefused.Code.LEDGER_BEHIND,
                            "the copy would lack the newest domain entry that " + DomainRegister.TOPIC + " knows of")
                    .asFailure();
        }
        LedgerView view = reader.view();
        requireWhole(view);
        return view;
    }

    private void read(LedgerRecords records) throws IOException, InterruptedException {
        LedgerRecords whole = new ForwardingRecords(records) {

            @Override
            public void cut() {
                throw LedgerTopic.unusable(
                        "--archive: the start of the ledger was cut off, and a copy needs it: name the archives of"
                                + " all cuts, the oldest first");
            }
        };
        from.read(ArchivedRecords.of(whole, pipeline.plan().domain(), target.archives()));
    }

    private LedgerReader reader() {
        return new LedgerReader(pipeline.plan().domain(), WantedDigests.NOTHING);
    }

    private static void requireWhole(LedgerView view) {
        view.broken().ifPresent(broken -> {
            throw new StartRefused(
                            StartRefused.Code.LEDGER_BROKEN, "the copy would break: " + broken + ": " + broken.remedy())
                    .asFailure();
        });
    }

    /**
     * Stops all pipelines of the domain and writes the copy.
     *
     * @return the number of records of the copy
     * @throws IOException if the brokers cannot be reached; the copy is then incomplete, and its topic should be deleted
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException in the cases of {@link #look}, and if the topic is
     *     not empty
     */
    public long write() throws IOException, InterruptedException {
        from.takeDomain();
        for (String name : look().pipelines().keySet()) {
            KafkaLedger other = KafkaLedger.shown(pipeline, name);
            stopped.add(other);
            other.takePipeline();
        }
        LedgerView whole = look();
        ClientSettings settings = LedgerSettings.of(pipeline.source().kafka());
        try (Admin admin = settings.admin()) {
            LedgerLog to = new LedgerLog(
                    settings,
                    admin,
                    new LedgerLog.Topic(
                            target.topic(),
                            LedgerTopic.requireUsable(admin, target.topic(), TopicRole.LEDGER),
                            Set.of()));
            to.read(LedgerRecords.of(bytes -> requireEmpty(), this::requireEmpty));
            copy(to);
            long records = requireSame(whole, to);
            requireUnchanged(whole, look());
            return records;
        } catch (KafkaException e) {
            throw new IOException("topic " + target.topic() + " could not be written: delete it and copy again", e);
        }
    }

    private void requireEmpty() {
        throw LedgerTopic.unusable("--to: topic " + target.topic() + " must be empty");
    }

    /**
     * Requires that nothing was written to a ledger between two readings. A job whose ids were taken restarts by itself, and
     * may write again.
     *
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} if anything was
     *     written
     */
    static void requireUnchanged(LedgerView before, LedgerView after) {
        if (!after.tip().equals(before.tip()) || !after.pipelines().equals(before.pipelines())) {
            throw new StartRefused(
                            StartRefused.Code.LEDGER_OWNED,
                            "a job of domain " + before.domain()
                                    + " has written while its ledger was copied: cancel the"
                                    + " jobs first, delete the copy's topic, and copy again")
                    .asFailure();
        }
    }

    private void copy(LedgerLog to) throws IOException, InterruptedException {
        LedgerAnswers answers = new LedgerAnswers(to);
        try (Producer<byte[], byte[]> producer =
                LedgerSettings.ofCopy(to.settings()).producer()) {
            LedgerMessages messages = to.messages(producer, answers);
            OwnRecords own = new OwnRecords();
            read(LedgerRecords.of(bytes -> {
                // a part of a snapshot may be of somebody else although it decodes, and look() has left it out then
                if (own.isOwn(bytes)) {
                    messages.add(LedgerBytes.decode(bytes).orElseThrow());
                }
            }));
            messages.end();
            producer.flush();
            answers.requireAll();
        }
    }

    private long requireSame(LedgerView whole, LedgerLog to) throws IOException, InterruptedException {
        LedgerReader reader = reader();
        long[] count = {0};
        to.read(new ForwardingRecords(reader) {

            @Override
            public void accept(byte[] bytes) {
                count[0]++;
                super.accept(bytes);
            }
        });
        LedgerView copied = reader.view();
        requireWhole(copied);
        if (!copied.tip().equals(whole.tip()) || !copied.pipelines().equals(whole.pipelines())) {
            throw new IOException(
                    "topic " + target.topic() + " does not have the whole copy: delete it and copy again");
        }
        return count[0];
    }

    @Override
    public void close() throws IOException {
        for (KafkaLedger other : stopped) {
            other.close();
        }
        from.close();
    }
}
