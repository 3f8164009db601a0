package dev.weir.testing;

import static dev.weir.operators.api.Aggregation.count;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.api.PrivateStream;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.testing.AuditReport.Verdict;
import dev.weir.testing.PrivacyAudit.Worlds;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job of the Java API, and one whose user has written a filter that remembers. A false alarm has the probability 2e-6. */
class PrivacyAuditTest {

    private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
    private static final TypeInformation<Tuple4<Long, String, String, Long>> RIDE =
            Types.TUPLE(Types.LONG, Types.STRING, Types.STRING, Types.LONG);
    private static final int OTHERS = 20;

    /** The largest fare so far in each zone: the state of the broken filter. */
    private static final Map<String, Long> LARGEST = new ConcurrentHashMap<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Throws rides away that cost less than half of the most expensive one so far: who rode it decides about all others. */
    static boolean isDear(Tuple4<Long, String, String, Long> ride) {
        long largest = LARGEST.merge(ride.f2, ride.f3, Math::max);
        return 2 * ride.f3 >= largest;
    }

    static boolean isAny(Tuple4<Long, String, String, Long> ride) {
        return ride.f3 > 0;
    }

    /** A user's ride: what a test must give the audit is this, and the release. */
    private static List<World.Entry<Tuple4<Long, String, String, Long>>> rides(World world) {
        List<World.Entry<Tuple4<Long, String, String, Long>>> rides = new ArrayList<>();
        long time = START.toEpochMilli() + 1000;
        rides.add(world.canary(
                Tuple4.of(time, world.unit("canary"), world.key("harbour"), 1000L), Tuple4.of(time, "", "", 0L)));
        for (int other = 0; other < OTHERS; other++) {
            rides.add(world.other(Tuple4.of(time, world.unit("other" + other), world.key("harbour"), 10L)));
        }
        return rides;
    }

    private static PrivateStream<Tuple4<Long, String, String, Long>> stream(
            DataStream<Tuple4<Long, String, String, Long>> rides) {
        return PrivateStream.of(rides)
                .timedBy(
                        ride -> Instant.ofEpochMilli(ride.f0),
                        TimeBounds.of(Duration.ZERO, Duration.ofHours(1)),
                        Schedule.between(START, START.plusSeconds(3600)))
                .protecting(PrivacyUnit.USER_PER_DAY, "rider", ride -> ride.f1)
                .within("rides", new Budget.Pure(new BigDecimal("2.0")));
    }

    private static PrivateStream.Released right(DataStream<Tuple4<Long, String, String, Long>> rides, Worlds worlds) {
        PrivateStream<Tuple4<Long, String, String, Long>> stream = stream(rides);
        return stream.release(stream.query("hourly")
                .where(PrivacyAuditTest::isAny)
                .byDeclaredKey(ride -> ride.f2, worlds.keys(List.of("harbour")))
                .every(Duration.ofHours(1))
                .atMost(1, 1)
                .aggregate(count("rides"))
                .spending(1));
    }

    private static PrivateStream.Released broken(DataStream<Tuple4<Long, String, String, Long>> rides, Worlds worlds) {
        PrivateStream<Tuple4<Long, String, String, Long>> stream = stream(rides);
        return stream.release(stream.query("hourly")
                .where(PrivacyAuditTest::isDear)
                .byDeclaredKey(ride -> ride.f2, worlds.keys(List.of("harbour")))
                .every(Duration.ofHours(1))
                .atMost(1, 1)
                .aggregate(count("rides"))
                .spending(1));
    }

    private AuditReport audit(PrivacyAudit.Build<Tuple4<Long, String, String, Long>> release) throws Exception {
        return PrivacyAudit.of(RIDE, release)
                .over(PrivacyAuditTest::rides)
                .keeping(new Budget.Pure(new BigDecimal("2.0")))
                .run(1000, folder);
    }

    @Test
    void a_job_that_keeps_its_budget_is_not_called_wrong() throws Exception {
        AuditReport report = audit(PrivacyAuditTest::right);
        assertThat(report.faults()).isEmpty();
        assertThat(report.contexts()).isEqualTo(1000);
        assertThat(report.findings().get(0).measured().get(0).bound()).isBetween(0.5, 2.0);
    }

    @Test
    void a_filter_that_remembers_other_peoples_records_is_found() throws Exception {
        AuditReport report = audit(PrivacyAuditTest::broken);
        assertThat(report.verdict()).isEqualTo(Verdict.VIOLATED);
    }

    @Test
    void a_filter_that_remembers_is_not_pure() {
        List<Tuple4<Long, String, String, Long>> rides =
                List.of(Tuple4.of(0L, "a", "purity", 1000L), Tuple4.of(1L, "b", "purity", 10L));
        assertThat(PurityCheck.isPure(rides, PrivacyAuditTest::isAny)).isTrue();
        assertThat(PurityCheck.isPure(List.of(rides.get(1), rides.get(0)), PrivacyAuditTest::isDear))
                .isFalse();
    }
}
