package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.Messages;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.pipeline.ReleaseTopics;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.state.restore.StartRefused;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job with discovered keys runs on: silent at first, then with a crowd and lone keys, killed, stopped, and started again at another parallelism. At
 * epsilon 8 a key of {@value #CROWD} units is announced, and one of a single unit is not, but with a probability below 1e-6.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class DiscoveredLiveIT {

    private static final String NAME = "discovered-live";
    private static final int CROWD = 80;
    private static final int FLOOD = 200;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final String[] QUERIES = {"seconds", "so-far"};

    private static final String TEXT = """
            pipeline: %1$s
            domain: {name: found}
            source:
              kafka: {brokers: "%2$s", topic: %1$s, start: earliest}
              format: csv
              columns: [time, unit, key]
              time: time
              unit: unit
            clock: {by: append-time, delay: 100ms, max-skew: 5m, idle: 200ms}
            privacy: {unit: user, budget: {epsilon: 8, delta: 1e-6}}
            queries:
              - name: seconds
                key: {field: key, discovered: {delta: 1e-8}}
                window: {tumbling: 1s}
                bounds: {records-per-cell: 1}
                release: [{count: visitors}]
                spend: {contributions: 2}
              - name: so-far
                key: {field: key, discovered: {delta: 1e-8}}
                window: {running: {every: 1s, horizon: 600}}
                bounds: {keys-per-period: 2, records-per-key: 1}
                release: [{count: visitors}]
                spend: {contributions: 2}
            sink: {kafka: {topic: %1$s-released, ledger: %1$s-ledger}}
            checkpoint: {every: 200ms, dir: "%3$s"}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private int crowds;

    @Test
    @Timeout(600)
    void every_window_is_closed_once_in_the_ledger_and_a_state_from_before_one_of_silence_does_not_start(
            EmbeddedBroker broker) throws Exception {
        broker.createTopic(NAME, 2, Map.of("message.timestamp.type", "LogAppendTime"));
        Pipeline pipeline = pipeline(broker, "checkpoints");
        Pipelines.requireTopics(pipeline);
        try (LogCapture log = LogCapture.into(folder.resolve("log"))) {
            try (KillableCluster job = start(pipeline, 1)) {
                await("two windows of silence", job, () -> closed(broker) >= 4);
            }
            copy(folder.resolve("checkpoints"), folder.resolve("old"));
            goOn(pipeline, broker);
            Containment.assertNoneIn(log.text());
        }
        for (String state : List.of("old", "none")) {
            assertThatThrownBy(() -> prepare(pipeline(broker, state), 1))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageStartingWith("LEDGER_AHEAD");
        }
        prepare(pipeline, 1);
        verify(broker);
    }

    /** Starts the job again at another parallelism, loses its task manager in silence and behind an announcement, and closes it. */
    private void goOn(Pipeline pipeline, EmbeddedBroker broker) throws Exception {
        try (PublicTopicReader reader =
                new PublicTopicReader(broker.address(), pipeline.sink().released(), "read_uncommitted")) {
            try (KillableCluster job = start(pipeline, 2)) {
                long before = closed(broker);
                await("another window of silence", job, () -> closed(broker) > before + 2);
                assertThat(reader.seen()).isEmpty();
                job.loseTaskManager();
                while (reader.seen().size() < 2) {
                    gather(broker, job, reader);
                }
                job.loseTaskManager();
                int seen = reader.seen().size();
                await("further steps", job, () -> reader.seen().size() > seen + 2);
                Containment.assertNoneIn(job.told().toArray(String[]::new));
            }
            // a cluster that is closed may leave a batch in the ledger whose copies the next start makes
            assertThat(released(broker)).containsAllEntriesOf(single(reader.seen()));
            Containment.assertNoneIn(reader.seen().toString());
        }
    }

    private static void copy(Path from, Path to) throws Exception {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    /** Sends the records of a crowd and of lone units, all of a window that should still be open on a busy machine, and waits for a row. */
    private void gather(EmbeddedBroker broker, KillableCluster job, PublicTopicReader reader) throws Exception {
        String time = Instant.ofEpochSecond(Instant.now().getEpochSecond() + 3 + crowds) + ",";
        String crowd = time + "crowd-" + crowds++ + "-";
        String[] records = new String[CROWD + 2 + FLOOD];
        for (int unit = 0; unit < CROWD; unit++) {
            records[unit] = crowd + unit + ",zoo";
        }
        records[CROWD] = crowd + "lone," + Containment.CANARY;
        records[CROWD + 1] = crowd + "other," + Containment.CANARY + crowds;
        for (int key = 0; key < FLOOD; key++) {
            records[CROWD + 2 + key] = crowd + "flood," + Containment.CANARY + "<script>" + key;
        }
        Messages.send(broker.address(), NAME, 0, records);
        long closed = closed(broker);
        await("windows", job, () -> reader.seen().size() > 1 || closed(broker) > closed + 2L * (5 + crowds));
    }

    private static void verify(EmbeddedBroker broker) throws Exception {
        assertThat(LedgerAudit.of("found", records(broker)).view().broken()).isEmpty();
        assertThat(records(broker)).allSatisfy(record -> assertThat(new String(record, StandardCharsets.ISO_8859_1))
                .doesNotContain(Containment.CANARY));
        Map<String, TreeSet<Long>> closed = new TreeMap<>();
        Map<String, TreeSet<Long>> shown = new TreeMap<>();
        for (LedgerRow row : rows(broker)) {
            assertThat(row.key()).isEqualTo(row.kind() == LedgerRow.Kind.CLOSED ? "" : "zoo");
            Map<String, TreeSet<Long>> ends = row.kind() == LedgerRow.Kind.CLOSED ? closed : shown;
            assertThat(ends.computeIfAbsent(row.query(), any -> new TreeSet<>()).add(row.end()))
                    .as("once")
                    .isTrue();
        }
        for (String query : QUERIES) {
            TreeSet<Long> ends = Objects.requireNonNull(closed.get(query));
            assertThat(ends).isEqualTo(steps(ends)).containsAll(shown.getOrDefault(query, new TreeSet<>()));
        }
        TreeSet<Long> soFar = Objects.requireNonNull(shown.get("so-far"));
        assertThat(soFar).as("each step since the announcement").isEqualTo(steps(soFar));
    }

    /** Returns the ends of all steps from the first to the last. */
    private static Set<Long> steps(SortedSet<Long> ends) {
        return LongStream.rangeClosed(0, (ends.last() - ends.first()) / 1000)
                .mapToObj(step -> ends.first() + 1000 * step)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, String> single(Map<String, Set<String>> seen) {
        Map<String, String> lines = new TreeMap<>();
        seen.forEach((id, values) -> lines.put(id, String.join("\n", values)));
        return lines;
    }

    private static Map<String, String> released(EmbeddedBroker broker) throws Exception {
        Map<String, String> lines = new TreeMap<>();
        for (LedgerRow row : rows(broker)) {
            if (row.kind() != LedgerRow.Kind.CLOSED) {
                lines.put(row.release(), new String(row.line(), StandardCharsets.UTF_8));
            }
        }
        return lines;
    }

    private static long closed(EmbeddedBroker broker) throws Exception {
        return rows(broker).stream()
                .filter(row -> row.kind() == LedgerRow.Kind.CLOSED)
                .count();
    }

    private static List<LedgerRow> rows(EmbeddedBroker broker) throws Exception {
        List<LedgerRow> rows = new ArrayList<>();
        for (byte[] record : records(broker)) {
            LedgerBytes.decode(record)
                    .filter(RowEntry.class::isInstance)
                    .flatMap(entry -> LedgerBytes.decodeRow(((RowEntry) entry).row()))
                    .ifPresent(rows::add);
        }
        return rows;
    }

    private static List<byte[]> records(EmbeddedBroker broker) throws Exception {
        return new LedgerTopics(broker.address()).records(NAME + "-ledger");
    }

    private static void await(String what, KillableCluster job, Callable<Boolean> condition) throws Exception {
        await(what, () -> {
            job.requireRunning();
            return condition.call();
        });
    }

    private static void await(String what, Callable<Boolean> condition) throws Exception {
        for (long left = PATIENCE_MILLIS; !condition.call(); left -= 200) {
            assertThat(left).as("waits in vain for " + what).isPositive();
            Thread.sleep(200);
        }
    }

    private Pipeline pipeline(EmbeddedBroker broker, String checkpoints) throws Exception {
        String text = TEXT.formatted(
                NAME, broker.address(), folder.resolve(checkpoints).toUri());
        Path file = Files.writeString(folder.resolve(checkpoints + ".yaml"), text);
        return PipelineFile.read(file, List.of(), Pipeline.Purpose.RUN).pipeline();
    }

    private static StreamExecutionEnvironment prepare(Pipeline pipeline, int parallelism) throws Exception {
        return Pipelines.job(pipeline, KafkaLedger.access(pipeline))
                .prepare(parallelism, ReleaseTopics.sink(pipeline), CounterSink.NONE);
    }

    private static KillableCluster start(Pipeline pipeline, int parallelism) throws Exception {
        StreamExecutionEnvironment env = prepare(pipeline, parallelism);
        env.configure(Configuration.fromMap(Map.of(
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "1000",
                "restart-strategy.fixed-delay.delay", "50 ms")));
        return KillableCluster.start(
                env, SavepointRestoreSettings.fromConfiguration((Configuration) env.getConfiguration()));
    }
}
