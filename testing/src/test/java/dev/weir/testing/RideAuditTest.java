package dev.weir.testing;

import static dev.weir.operators.api.Aggregation.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.api.PrivateStream;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.testing.AuditReport.Verdict;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The worked example of {@code docs/audit.md}: a job of the Java API whose user has written a filter that remembers. A false alarm has
 * the probability 3e-6. In 3000 simulations of what the right job publishes, the bound that decides was from 0.78 to 1.87, half of
 * them below 1.45, and the least that twice the loss gave was 2.28.
 */
class RideAuditTest {

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final TypeInformation<Ride> RIDE = TypeInformation.of(Ride.class);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** A ride; an empty slot has no rider. */
    public record Ride(Instant time, String rider, String zone, long fare) {}

    static final Map<String, Long> LARGEST = new ConcurrentHashMap<>();

    static boolean isDear(Ride ride) {
        long largest = LARGEST.merge(ride.zone(), ride.fare(), Math::max);
        return 2 * ride.fare() >= largest;
    }

    static boolean isPaid(Ride ride) {
        return ride.fare() > 0;
    }

    /** A condition that a job can carry to its operators. */
    private interface Condition extends Serializable {
        boolean holds(Ride ride);
    }

    static PrivateStream.Released hourly(DataStream<Ride> rides, List<String> zones, Condition where) {
        PrivateStream<Ride> stream = PrivateStream.of(rides)
                .timedBy(
                        Ride::time,
                        TimeBounds.of(Duration.ZERO, Duration.ofHours(1)),
                        Schedule.between(NOON, NOON.plusSeconds(3600)))
                .protecting(PrivacyUnit.USER_PER_DAY, "rider", Ride::rider)
                .within("rides", new Budget.Pure(new BigDecimal("2.0")));
        return stream.release(stream.query("hourly")
                .where(where::holds)
                .byDeclaredKey(Ride::zone, zones)
                .every(Duration.ofHours(1))
                .atMost(1, 1)
                .aggregate(count("rides"))
                .spending(1));
    }

    static List<World.Entry<Ride>> rides(World world) {
        List<World.Entry<Ride>> rides = new ArrayList<>();
        Ride dear = new Ride(NOON, world.unit("canary"), world.key("harbour"), 1000);
        rides.add(world.canary(dear, new Ride(NOON, "", "", 0)));
        for (int other = 0; other < 20; other++) {
            rides.add(world.other(new Ride(NOON, world.unit("other" + other), world.key("harbour"), 10)));
        }
        return rides;
    }

    private AuditReport audit(Condition where) throws Exception {
        return PrivacyAudit.of(RIDE, (stream, worlds) -> hourly(stream, worlds.keys(List.of("harbour")), where))
                .over(RideAuditTest::rides)
                .keeping(new Budget.Pure(new BigDecimal("2.0")))
                .run(2000, folder);
    }

    @Test
    void a_job_that_keeps_its_budget_is_not_called_wrong() throws Exception {
        AuditReport report = audit(RideAuditTest::isPaid);
        report.requireNothingFound();
        assertThat(report.contexts()).isEqualTo(2000);
        assertThat(report.findings().get(0).measured().get(0).simultaneous()).isBetween(0.5, 2.0);
    }

    @Test
    void a_filter_that_remembers_other_peoples_records_is_found() throws Exception {
        AuditReport report = audit(RideAuditTest::isDear);
        assertThat(report.isPure()).isFalse();
        assertThat(report.findings().get(0).isViolated())
                .as("by what was published alone")
                .isTrue();
        assertThat(report.verdict()).isEqualTo(Verdict.VIOLATED);
        assertThatThrownBy(report::requireNothingFound)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("another result");
    }

    @Test
    void a_canary_that_is_never_counted_decides_nothing() throws Exception {
        AuditReport report = audit(ride -> ride.fare() == 10);
        assertThat(report.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThatThrownBy(report::requireNothingFound)
                .hasMessageContaining("whether the canary's records are counted");
    }

    /** The page shows code of this class, but for the type of a condition. */
    @Test
    void the_page_shows_this_example() throws IOException {
        String page = Files.readString(Path.of("../docs/audit.md"));
        String example = plain(Files.readString(Path.of("src/test/java/dev/weir/testing/RideAuditTest.java")));
        Matcher blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(page);
        int shown = 0;
        while (blocks.find()) {
            assertThat(example).contains(plain(blocks.group(1)));
            shown++;
        }
        assertThat(shown).isEqualTo(3);
    }

    private static String plain(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }
}
