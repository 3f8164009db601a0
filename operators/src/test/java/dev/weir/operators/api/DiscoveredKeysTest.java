package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredKeysTest {

    private record Sale(String item) {}

    private static UnwindowedQuery<Sale> sales() {
        return new UnkeyedQuery<Sale>("sales", 1, sale -> true)
                .byDiscoveredKey(Sale::item, new BigDecimal("5e-7"), "buyers", 2);
    }

    @TempDir
    private Path folder = Path.of("");

    /**
     * In each hour the first record of each of the three visitors counts, all at one place. With so much budget there is no noise to speak of, and two
     * visitors are enough; one place has three, and the others have none.
     */
    @Test
    void a_job_that_crashes_releases_the_keys_that_it_discovers_once_in_each_window_that_has_one() throws Exception {
        Town town = new Town("discovered", folder, Town.Crash.INPUT, true);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(town.settings());
        environment.setParallelism(2);
        Town.Seen seen = town.seen();
        build(town, environment);
        environment.execute("discovered");
        assertThat(seen.failed.get()).isTrue();
        assertThat(seen.releases.stream()
                        .map(release -> release.id() + " " + release.value("visits"))
                        .collect(Collectors.toSet()))
                .isEqualTo(LongStream.range(0, 24)
                        .mapToObj(hour -> "town/found/1/" + new Visit(hour * 60).place() + "/"
                                + Visit.START.plus(Duration.ofHours(hour + 1)).toEpochMilli() + " 3")
                        .collect(Collectors.toSet()));
    }

    private static void build(Town town, StreamExecutionEnvironment environment) {
        PrivateStream<Visit> visits = PrivateStream.of(environment
                        .fromSequence(0, 20 * 24 * 60 - 1)
                        .uid("numbers")
                        .setParallelism(1)
                        .map(new TownFunctions.Visits(town))
                        .uid("visits")
                        .setParallelism(1))
                .timedBy(
                        Visit::time,
                        TimeBounds.of(Duration.ZERO, Duration.ofDays(1)),
                        Schedule.between(Visit.START, Visit.START.plus(Duration.ofDays(1))))
                .protecting(PrivacyUnit.USER_PER_DAY, "visitor", Visit::visitor)
                .within("town", new Budget.Approximate(new BigDecimal("9000"), delta("1e-6")));
        visits.release(visits.query("found")
                        .byDiscoveredKey(Visit::place, new BigDecimal("5e-7"), "visits")
                        .every(Duration.ofHours(1))
                        .atMost(1, 1)
                        .aggregate(Aggregation.count("visits"))
                        .spending(24))
                .releases()
                .map(new TownFunctions.Watch(town))
                .returns(Types.VOID)
                .uid("watch")
                .setParallelism(1)
                .sinkTo(new DiscardingSink<>())
                .uid("end-of-releases");
    }

    private static Delta delta(String delta) {
        return Delta.atMost(new BigDecimal(delta));
    }

    @Test
    void a_query_by_discovered_keys_touches_at_most_as_many_cells_as_it_contributes_records() {
        Query query = sales().every(Duration.ofDays(1))
                .atMost(20, 1)
                .aggregate(Aggregation.distinctUnits("buyers"))
                .spending(6)
                .query();
        assertThat(query.keys().discovered().orElseThrow().preThreshold()).isEqualTo(2);
        assertThat(query.bounds().cellsPerPeriod()).isEqualTo(6);
    }

    @Test
    void a_running_total_of_discovered_keys_touches_as_many_keys_as_its_bounds_state() {
        Query query = sales().runningTotal(Duration.ofDays(1), 30)
                .atMost(20, 1)
                .aggregate(Aggregation.distinctUnits("buyers"))
                .spending(6)
                .query();
        assertThat(query.bounds().perCell().cellsPerPeriod()).isEqualTo(20);
    }

    @Test
    void sliding_windows_and_running_totals_without_both_bounds_are_refused_each_with_its_own_line() {
        assertThatThrownBy(() -> sales().runningTotal(Duration.ofDays(1), 30)
                        .within(new Bounds.Series(5, Bounds.UNBOUNDED, Bounds.UNBOUNDED, 0))
                        .aggregate(Aggregation.distinctUnits("buyers"))
                        .spending(6)
                        .query())
                .hasMessageContaining("keys-per-period and records-per-key must be stated");
        assertThatThrownBy(() -> sales().sliding(Duration.ofDays(7), Duration.ofDays(1))
                        .atMost(5, 1)
                        .aggregate(Aggregation.count("buyers"))
                        .spending(6)
                        .query())
                .hasMessageContaining("window must not slide where keys are discovered");
    }
}
