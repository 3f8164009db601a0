package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.jobs.CrashPlan.Fault;
import dev.weir.jobs.CrashPlan.Moment;
import dev.weir.jobs.CrashPlan.Point;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.embedded.BrokerProcess;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.Messages;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.jobs.output.CounterFile;
import dev.weir.operators.ledger.LedgerAccess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a live job with a ledger in a topic, against a broker in another process. A fault occurs before and after every
 * {@link Point} in turn, while two readers watch the public topic all the time. The topics, the ledger, the checkpoints, the
 * counters and the log are checked by code that reads nothing else, such as {@link CrashEvidence}.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerCrashIT {

    private static final String TOPIC = "edits";
    private static final String NAME = "crashing";
    private static final int PATIENCE_MILLIS = 240_000;

    private final List<byte[]> known = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @Timeout(1200)
    void whatever_goes_wrong_every_release_has_one_value_that_is_charged_once_and_none_is_missing() throws Exception {
        try (BrokerProcess broker = BrokerProcess.startWith(TOPIC);
                LogCapture log = LogCapture.into(folder.resolve("log"))) {
            CrashPlan plan = CrashPlan.begin(broker);
            Pipeline pipeline = pipeline(broker);
            Pipelines.requireTopics(pipeline);
            String released = pipeline.sink().released();
            try (PublicTopicReader uncommitted = new PublicTopicReader(broker.address(), released, "read_uncommitted");
                    PublicTopicReader committed = new PublicTopicReader(broker.address(), released, "read_committed");
                    KillableCluster job = KillableCluster.start(job(pipeline))) {
                await("the first release", () -> uncommitted.seen().size() > 2);
                int rounds = strikeEverywhere(plan, broker, job, uncommitted);
                assertThat(rounds).isGreaterThanOrEqualTo(48);
                await("counters", () -> Files.readString(counters()).contains("\"read\":" + 4 * rounds + ","));
                // the job goes on, so that ledger and topic are seldom the same: what is in the ledger now must come
                Map<String, String> due = ledger(broker);
                await("copies", () -> single(uncommitted.seen()).entrySet().containsAll(due.entrySet()));
                verify(broker, uncommitted, committed);
                verifyEvidence(broker, log);
            }
        }
    }

    /** Causes every fault once, and each time waits until the job goes on. Returns the number of faults. */
    private int strikeEverywhere(CrashPlan plan, BrokerProcess broker, KillableCluster job, PublicTopicReader reader)
            throws Exception {
        int rounds = 0;
        for (Point point : Point.values()) {
            for (Moment moment : Moment.values()) {
                send(broker, rounds);
                strike(plan, new Fault(point, moment), job);
                int before = reader.seen().size();
                await(
                        "releases after " + moment + " " + point,
                        () -> reader.seen().size() > before + 1);
                verifyPrefix(broker);
                rounds++;
            }
        }
        return rounds;
    }

    /** Sends a record that counts, one of no declared key, one that is late, and one that is malformed. */
    private static void send(BrokerProcess broker, int round) throws Exception {
        Messages.send(
                broker.address(),
                TOPIC,
                0,
                Instant.now().plusSeconds(90) + ",unit-" + round + ",en",
                Instant.now().plusSeconds(90) + ",other-" + round + ",it",
                "2001-01-01T00:00:00Z,late-" + round + ",en",
                "no record");
    }

    private static void strike(CrashPlan plan, Fault fault, KillableCluster job) throws Exception {
        plan.arm(fault);
        await("the fault " + fault, plan::hasStruck);
        if (fault.point() == Point.TASK_MANAGER) {
            job.loseTaskManager();
        }
    }

    private static void await(String what, Callable<Boolean> condition) throws Exception {
        for (long left = PATIENCE_MILLIS; !condition.call(); left -= 50) {
            assertThat(left).as("waits in vain for " + what).isPositive();
            Thread.sleep(50);
        }
    }

    /** I5: earlier records of the ledger stay at their positions. */
    private void verifyPrefix(BrokerProcess broker) throws Exception {
        List<byte[]> now = records(broker);
        assertThat(now.size()).isGreaterThanOrEqualTo(known.size());
        assertThat(now.subList(0, known.size())).containsExactlyElementsOf(known);
        known.clear();
        known.addAll(now);
    }

    private void verify(BrokerProcess broker, PublicTopicReader uncommitted, PublicTopicReader committed)
            throws Exception {
        verifyPrefix(broker);
        Map<String, Set<String>> seen = uncommitted.seen();
        assertThat(seen.values()).as("I1").allSatisfy(lines -> assertThat(lines).hasSize(1));
        committed.seen().forEach((id, lines) -> assertThat(seen.getOrDefault(id, lines))
                .as("I1")
                .isEqualTo(lines));
        Map<String, String> ledger = ledger(broker);
        single(seen).forEach((id, line) -> assertThat(ledger).as("I2").containsEntry(id, line));
        assertThat(LedgerAudit.of("wiki", records(broker)).view().broken())
                .as("I3, I4, I6, I7")
                .isEmpty();
        for (String key : List.of("en", "de")) {
            verifyNoneMissing(ends(seen.keySet(), key));
        }
        assertThat(uncommitted.messages()).as("copies were made again").isGreaterThan(seen.size());
    }

    private void verifyEvidence(BrokerProcess broker, LogCapture log) throws Exception {
        CrashEvidence evidence = new CrashEvidence(broker, NAME + "-ledger");
        evidence.verifyCommittedAfterCheckpoints(folder.resolve("checkpoints"));
        evidence.verifyNoneRefused(log.text(), Point.values().length);
        evidence.verifyConserved(counters(), TOPIC, Set.of("en", "de"));
    }

    /** I10, I11: every window from the first on is released once. */
    private static void verifyNoneMissing(SortedSet<Long> ends) {
        assertThat(ends.last() - ends.first()).as("I10").isEqualTo((ends.size() - 1L) * 1000);
    }

    private static SortedSet<Long> ends(Set<String> ids, String key) {
        return ids.stream()
                .filter(id -> id.startsWith("wiki/edits/1/" + key + "/"))
                .map(id -> Long.valueOf(id.substring(id.lastIndexOf('/') + 1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, String> single(Map<String, Set<String>> seen) {
        Map<String, String> lines = new TreeMap<>();
        seen.forEach((id, values) -> lines.put(id, String.join("\n", values)));
        return lines;
    }

    private static Map<String, String> ledger(BrokerProcess broker) throws Exception {
        Map<String, String> rows = new TreeMap<>();
        for (byte[] record : records(broker)) {
            LedgerBytes.decode(record)
                    .filter(RowEntry.class::isInstance)
                    .flatMap(entry -> LedgerBytes.decodeRow(((RowEntry) entry).row()))
                    .ifPresent(row -> put(rows, row));
        }
        return rows;
    }

    private static void put(Map<String, String> rows, LedgerRow row) {
        String before = rows.put(row.release(), new String(row.line(), StandardCharsets.UTF_8));
        assertThat(before).as("I1, I11: twice in the ledger: " + row.release()).isNull();
    }

    private static List<byte[]> records(BrokerProcess broker) throws Exception {
        return new LedgerTopics(broker.address()).records(NAME + "-ledger");
    }

    /**
     * Writes a pipeline with windows of one second and two keys. Clients give up soon, and transactions may take three
     * seconds.
     */
    private Pipeline pipeline(BrokerProcess broker) throws Exception {
        Files.writeString(folder.resolve("client.properties"), """
                transaction.timeout.ms=3000
                request.timeout.ms=2000
                delivery.timeout.ms=3000
                max.block.ms=4000
                default.api.timeout.ms=4000
                """);
        String text = new CountingPipeline(NAME, broker.address(), TOPIC)
                .text(folder)
                .replace("idle: 1s", "idle: 200ms")
                .replace("start: earliest", "start: earliest, properties-file: client.properties");
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), text);
        return PipelineFile.read(file, List.of(), Pipeline.Purpose.RUN).pipeline();
    }

    private StreamExecutionEnvironment job(Pipeline pipeline) throws Exception {
        LedgerAccess access = KafkaLedger.access(pipeline);
        LedgerAccess crashing =
                new LedgerAccess(new CrashingLedger.Place(access.place()), access.pipeline(), access.budget(), "");
        StreamExecutionEnvironment env = Pipelines.job(pipeline, crashing)
                .prepare(
                        1,
                        new CrashingPorts.Sinks(releases(pipeline)),
                        new CrashingPorts.Counters(
                                new CounterFile(folder.resolve("private").toString(), pipeline.plan())));
        env.configure(Configuration.fromMap(Map.of(
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "1000000",
                "restart-strategy.fixed-delay.delay", "100 ms",
                "jobmanager.execution.failover-strategy", "full",
                "execution.checkpointing.num-retained", "1000000")));
        addBystanders(env);
        return env;
    }

    /** Adds tasks that fail together with the job's. */
    private static void addBystanders(StreamExecutionEnvironment env) {
        env.fromSource(
                        new DataGeneratorSource<>(
                                number -> number, Long.MAX_VALUE, RateLimiterStrategy.perSecond(20), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "ticks")
                .map(new CrashingPorts.Bystander(Moment.BEFORE))
                .disableChaining()
                .map(new CrashingPorts.Bystander(Moment.AFTER))
                .sinkTo(new DiscardingSink<>());
    }

    private static KafkaReleaseSink.Factory releases(Pipeline pipeline) {
        KafkaReleaseSink.Topics topics = new KafkaReleaseSink.Topics(
                pipeline.sink().released(), pipeline.sink().withheld());
        return new KafkaReleaseSink.Factory(
                pipeline.source().kafka().brokers(), pipeline.source().kafka().properties(), topics);
    }

    private Path counters() {
        return folder.resolve("private/counters.json");
    }
}
