package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.operators.state.restore.StartRefused;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests jobs of the Java API whose ledger is a topic, without state and from a savepoint of an older build. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class TopicLedgerIT {

    private static final byte[] FOREIGN = {42};

    private final String topic = "ticks-ledger-" + UUID.randomUUID();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private StreamExecutionEnvironment job(EmbeddedBroker broker, String checkpoints) {
        return TicksJob.build(broker.address(), topic, folder.resolve(checkpoints));
    }

    /** This holds also if another program has written to the topic while the job ran. */
    @Test
    void a_job_of_the_java_api_keeps_its_ledger_in_a_topic_and_goes_on_from_its_newest_state_alone(
            EmbeddedBroker broker) throws Exception {
        SavepointRestoreSettings newest;
        try (KillableCluster first = KillableCluster.start(job(broker, "first"))) {
            TopicLedgerCorpus.awaitBatches(broker.address(), topic, 3);
            new LedgerTopics(broker.address()).append(topic, List.of(FOREIGN));
            awaitConfirmation(broker);
            newest = first.stop(folder);
            first.await();
        }
        List<byte[]> before = new LedgerTopics(broker.address()).records(topic);
        try (KillableCluster empty = KillableCluster.start(job(broker, "empty"))) {
            assertThatThrownBy(empty::await).satisfies(failure -> assertThat(StartRefused.in(failure))
                    .hasValueSatisfying(
                            refused -> assertThat(refused.code()).isEqualTo(StartRefused.Code.LEDGER_AHEAD)));
        }
        assertThat(new LedgerTopics(broker.address()).records(topic)).containsExactlyElementsOf(before);
        goesOn(broker, newest, before);
    }

    /** The files of the corpus are never written again. */
    @Test
    void a_savepoint_of_the_first_format_with_a_ledger_in_a_topic_goes_on_where_its_ledger_ends(EmbeddedBroker broker)
            throws Exception {
        Path corpus = Path.of(Objects.requireNonNull(TopicLedgerIT.class.getResource("/corpus/topic-ledger-1"))
                .toURI());
        List<byte[]> records = TopicLedgerCorpus.read(corpus.resolve("records"));
        new LedgerTopics(broker.address()).records(topic);
        new LedgerTopics(broker.address()).append(topic, records);
        String savepoint = corpus.resolve("savepoint").toUri().toString();
        goesOn(broker, SavepointRestoreSettings.forPath(savepoint), records);
    }

    /**
     * Waits until the owner has seen the foreign record and confirms that it misses nothing, whether it has a batch to write
     * or not.
     */
    private void awaitConfirmation(EmbeddedBroker broker) throws Exception {
        LedgerTopics topics = new LedgerTopics(broker.address());
        while (topics.records(topic).stream()
                .noneMatch(record -> LedgerBytes.decode(record).orElse(null) instanceof Confirmation)) {
            Thread.sleep(100);
        }
    }

    private void goesOn(EmbeddedBroker broker, SavepointRestoreSettings from, List<byte[]> before) throws Exception {
        LedgerTopics topics = new LedgerTopics(broker.address());
        LedgerAudit audit = new LedgerAudit(TopicLedgerCorpus.DOMAIN);
        before.forEach(audit::accept);
        long batches =
                audit.report().view().pipeline(TopicLedgerCorpus.DOMAIN).tip().sequence();
        try (KillableCluster next = KillableCluster.start(job(broker, "next"), from)) {
            next.requireRunning();
            LedgerView view = TopicLedgerCorpus.awaitBatches(broker.address(), topic, batches + 2);
            assertThat(view.broken()).isEmpty();
        }
        assertThat(topics.records(topic).subList(0, before.size())).containsExactlyElementsOf(before);
    }
}
