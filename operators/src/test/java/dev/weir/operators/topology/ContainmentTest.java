package dev.weir.operators.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.AdmitOperator;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Everything;
import dev.weir.operators.testing.OneTaskManager;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** I22: nothing of a record's content is in anything that a job logs, at any level, or prints, whatever the record's outcome. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ContainmentTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = OneTaskManager.withSlots(1);

    private static final String CANARY = "canary";
    private static final long SECRET_VALUE = 31_415_926_535L;
    private static final int SLOTS = 600;
    private static final Schedule SCHEDULE = new Schedule(Plans.DAY, Plans.DAY + 2 * Plans.HOUR);

    /** Units may contribute two records, so every account and bound has something to refuse. */
    private static final Plan PLAN = Plans.daily(
            Queries.hourly("q").count().sum(0, 1L << 36).recordsPerCell(1).contributions(2));

    private static final AtomicReference<RecordCounters> COUNTERS = new AtomicReference<>();

    @TempDir
    Path directory = Path.of("");

    /** Decodes slots whose unit, undeclared key, payload and value can be recognised anywhere. */
    private record Secrets() implements RecordDecoder<Long> {

        static byte[] unit(long slot) {
            return (CANARY + slot % 9).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int partition(Long slot) {
            return 0;
        }

        @Override
        public long offset(Long slot) {
            return slot;
        }

        @Override
        public long time(Long slot) {
            return SCHEDULE.from() + slot * 2 * Plans.HOUR / SLOTS;
        }

        @Override
        public byte[] payload(Long slot) {
            return (CANARY + slot).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void decode(Long slot, long timestamp, DecodedRecord decoded) {
            decoded.time(slot % 7 == 6 ? time(slot) - 3 * Plans.HOUR : time(slot));
            decoded.unit(unit(slot));
            if (slot % 5 == 4) {
                decoded.reject(Rejection.MALFORMED);
            } else if (slot % 5 == 3) {
                byte[] key = CANARY.getBytes(StandardCharsets.UTF_8);
                decoded.key(0, key, 0, key.length);
            } else {
                decoded.key(0, (int) (slot / 5 % 2));
                decoded.value(0, 1, SECRET_VALUE);
            }
        }
    }

    /** Returns a unit's id and a value in the forms in which they might be written. */
    private static List<String> secrets() {
        byte[] id = CANARY.getBytes(StandardCharsets.UTF_8);
        String hex = HexFormat.of().formatHex(id);
        StringBuilder numbers = new StringBuilder();
        for (byte letter : id) {
            numbers.append(letter).append(", ");
        }
        return List.of(CANARY, hex, numbers.toString(), Long.toString(SECRET_VALUE), Long.toHexString(SECRET_VALUE));
    }

    @Test
    void nothing_of_a_record_is_logged_or_printed_wherever_the_record_ends() throws Exception {
        String said;
        try (Everything heard = Everything.thatIsSaid()) {
            run();
            said = heard.text();
        }
        assertThat(said)
                .contains("Checkpoint")
                .doesNotContainIgnoringCase(secrets().toArray(String[]::new));
        RecordCounters counters = Objects.requireNonNull(COUNTERS.get());
        assertThat(counters.of(0, RecordOutcome.READ)).isEqualTo(SLOTS);
        assertThat(List.of(
                        counters.of(0, Rejection.MALFORMED),
                        counters.of(0, Rejection.LATE),
                        counters.of(0, RecordOutcome.UNDECLARED),
                        counters.of(0, RecordOutcome.CAP),
                        counters.of(0, RecordOutcome.ACCOUNT),
                        counters.of(0, RecordOutcome.COUNTED)))
                .allSatisfy(count -> assertThat(count).isPositive());
    }

    /** The search finds secrets that are output in any way available to a class. */
    @Test
    void a_secret_that_is_logged_or_printed_is_found() {
        for (Runnable leak : leaks()) {
            try (Everything heard = Everything.thatIsSaid()) {
                leak.run();
                assertThat(heard.text()).contains(CANARY);
            }
        }
    }

    private static List<Runnable> leaks() {
        return List.of(
                () -> System.getLogger("weir").log(System.Logger.Level.TRACE, CANARY),
                () -> org.slf4j.LoggerFactory.getLogger("weir").debug(CANARY),
                () -> System.out.println(CANARY),
                () -> System.err.println(CANARY));
    }

    private void run() throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(
                RequiredSettingsTest.sound(directory.toUri().toString()));
        environment.setParallelism(1);
        Secrets secrets = new Secrets();
        var slots = environment
                .fromSequence(0, SLOTS - 1)
                .map(ContainmentTest::slowly)
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Long>forMonotonousTimestamps()
                        .withTimestampAssigner((slot, before) -> secrets.time(slot)));
        ReleaseTopology chain = new ReleaseTopology(PLAN, SCHEDULE, ClockMode.STAMPED);
        var admitted = chain.admit(slots, secrets);
        admitted.getSideOutput(AdmitOperator.DEAD_LETTERS).sinkTo(new DiscardingSink<>());
        chain.release(
                admitted,
                admitted,
                ContainmentTest::row,
                ReleaseTopology.Ports.of(ContainmentTest::sink, ContainmentTest::count, LedgerAccess.none("p")));
        environment.execute("secrets");
    }

    /** Slows the stream down, for several checkpoints. */
    private static Long slowly(Long slot) throws InterruptedException {
        Thread.sleep(2);
        return slot;
    }

    private static PublishedRow row(Outcome outcome) {
        String release = Chain.name(outcome);
        return new PublishedRow(
                outcome.kind(), outcome.start(), outcome.end(), "q", outcome.key(), release, 0, new byte[] {1});
    }

    private static void count(RecordCounters totals) {
        COUNTERS.set(totals);
    }

    private static ReleaseSink sink() {
        return new ReleaseSink() {
            @Override
            public void publish(long number, Collection<PublishedRow> rows) {}

            @Override
            public void close() {}
        };
    }
}
