package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
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

    private static DiscoveredQuery<Sale> sales() {
        return new UnkeyedQuery.WithDelta<Sale>("sales", 1, sale -> true)
                .byDiscoveredKey(Sale::item, new BigDecimal("5e-7"))
                .announcedBy("buyers")
                .preThreshold(2);
    }

    @TempDir
    private Path folder = Path.of("");

    /**
     * In each hour the first record of each of the three visitors counts, all at one place. With so much budget there is no noise to speak of, and two
     * visitors are enough; one place has three, and the others have none. The second query says which places there are, by their halves.
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
                        .filter(release -> release.id().toString().startsWith("town/found/"))
                        .map(release -> release.id() + " " + release.value("visits"))
                        .collect(Collectors.toSet()))
                .isEqualTo(contexts("town/found/1/", " 3", place -> place));
        assertThat(seen.releases.stream()
                        .filter(release -> !release.id().toString().startsWith("town/found/"))
                        .map(release -> release.id() + " " + release.values())
                        .collect(Collectors.toSet()))
                .isEqualTo(contexts("town/halves/1/", " []", place -> half(place, 0) + "," + half(place, 1)));
    }

    private static Set<String> contexts(String before, String behind, UnaryOperator<String> key) {
        return LongStream.range(0, 24)
                .mapToObj(hour -> before + key.apply(new Visit(hour * 60).place()) + "/"
                        + Visit.START.plus(Duration.ofHours(hour + 1)).toEpochMilli() + behind)
                .collect(Collectors.toSet());
    }

    private static String half(String place, int half) {
        int middle = place.length() / 2;
        return half == 0 ? place.substring(0, middle) : place.substring(middle);
    }

    private static PrivateQuery<Visit> found(UnkeyedQuery.WithDelta<Visit> query) {
        return query.byDiscoveredKey(Visit::place, new BigDecimal("5e-7"))
                .every(Duration.ofHours(1))
                .atMost(1, 1)
                .aggregate(Aggregation.count("visits"))
                .spending(24);
    }

    private static PrivateQuery<Visit> halves(UnkeyedQuery.WithDelta<Visit> query) {
        return query.byDiscovered(
                        List.of(visit -> half(visit.place(), 0), visit -> half(visit.place(), 1)),
                        new BigDecimal("1e-7"))
                .every(Duration.ofHours(1))
                .atMost(1, 1)
                .keysAlone()
                .spending(24);
    }

    private static void build(Town town, StreamExecutionEnvironment environment) {
        PrivateStream.WithDelta<Visit> visits = PrivateStream.of(environment
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
        visits.release(found(visits.query("found")), halves(visits.query("halves")))
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
    void the_first_count_announces_keys_if_none_is_named_and_one_that_no_row_states_if_there_is_none() {
        UnkeyedQuery.WithDelta<Sale> sales = new UnkeyedQuery.WithDelta<>("sales", 1, sale -> true);
        EmptyQuery<Sale> found = sales.version(2)
                .where(sale -> true)
                .byDiscoveredKey(Sale::item, new BigDecimal("5e-7"))
                .every(Duration.ofDays(1))
                .atMost(20, 1);
        Aggregation<Sale> mean = Aggregation.mean("price", sale -> 1, Clamp.clamp(0, 500));
        assertThat(announcing(found.aggregate(mean, Aggregation.count("sales"), Aggregation.distinctUnits("buyers"))))
                .isEqualTo("sales of 3");
        assertThat(announcing(found.aggregate(mean))).isEqualTo(DistinctUnits.HIDDEN + " of 2");
        assertThat(announcing(found.keysAlone())).isEqualTo(DistinctUnits.HIDDEN + " of 1");
        assertThatThrownBy(() -> sales.byNone()
                        .every(Duration.ofDays(1))
                        .atMost(20, 1)
                        .keysAlone()
                        .spending(6))
                .hasMessageContaining("aggregates must be >= 1");
    }

    private static String announcing(UnpricedQuery<Sale> found) {
        Query query = found.spending(6).query();
        return query.keys().discovered().orElseThrow().by() + " of "
                + query.aggregates().size();
    }

    @Test
    void keys_of_several_attributes_and_running_totals_have_the_terms_that_were_stated() {
        Query query = new UnkeyedQuery.WithDelta<Sale>("sales", 1, sale -> true)
                .byDiscovered(List.of(Sale::item, Sale::item), new BigDecimal("5e-7"))
                .runningTotal(Duration.ofDays(1), 30)
                .resetting(Duration.ofDays(60))
                .examinedEvery(7)
                .atMost(5, 1)
                .aggregate(Aggregation.count("sales"))
                .spending(5)
                .query();
        assertThat(query.keys()).isEqualTo(new DiscoveredKeys(delta("5e-7"), "sales", 1, 7, List.of("1", "2")));
        assertThat(query.window().spanEnd(Duration.ofDays(7).toMillis()))
                .isEqualTo(Duration.ofDays(60).toMillis());
    }
}
