package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.keys.KeyRouting;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Discovered;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests what the gate lets through of keys that nobody declared: at most L touches of a unit, and each counted once. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredGateTest {

    private static final Bounds ONE_RECORD = new Bounds(Bounds.UNBOUNDED, 1, Bounds.UNBOUNDED, Bounds.UNBOUNDED);

    /** The totals of each cell: those of the aggregates, and last the touches. */
    private final Map<String, long[]> totals = new TreeMap<>();

    private static KeyedBench<ContributionBatch, PartialSum> gate(Plan plan) {
        return new KeyedBench<>(() -> new GateOperator(plan, Schedule.startingAt(0)), ContributionBatch::route, false);
    }

    private static void send(
            KeyedBench<ContributionBatch, PartialSum> gate,
            Plan plan,
            String user,
            long hour,
            String key,
            long... values)
            throws Exception {
        gate.process(
                Discovered.record(plan, user, hour * Plans.HOUR, key, values).batch(plan, KeyedBench.MAX_PARALLELISM));
    }

    private void take(KeyedBench<ContributionBatch, PartialSum> gate) throws Exception {
        gate.beforeBarrier();
        for (PartialSum partial : gate.output()) {
            String text = new String(partial.text(), StandardCharsets.UTF_8);
            assertThat(partial.route()).isEqualTo(KeyRouting.of("q", text));
            totals.merge(text + "/" + partial.windowEnd() / Plans.HOUR, partial.amounts(), (one, other) -> {
                long[] sum = one.clone();
                Arrays.setAll(sum, i -> one[i] + other[i]);
                return sum;
            });
        }
    }

    private String found() {
        StringBuilder found = new StringBuilder();
        totals.forEach((cell, amounts) -> found.append(cell).append(Arrays.toString(amounts)));
        return found.toString();
    }

    /** The account alone would admit 50 touches of value 0: the count has a thousandth of the weight. */
    @Test
    void a_unit_touches_no_more_keys_than_delta_pays_for_whatever_its_records_cost() throws Exception {
        Count light = new Count("count", new BigDecimal("0.001"));
        Plan plan = Discovered.plan(
                Discovered.hourly(Discovered.keys("5e-7", 1), ONE_RECORD, 5, List.of(light, Queries.clamped(0, 1000))));
        try (KeyedBench<ContributionBatch, PartialSum> gate = gate(plan).start(2, null)) {
            for (int i = 0; i < 50; i++) {
                send(gate, plan, "crafty", i % 3, "k" + i, 1, 0);
            }
            take(gate);
            assertThat(totals).hasSize(5);
            assertThat(totals.values()).allMatch(amounts -> Arrays.equals(amounts, new long[] {1, 0, 1}));
        }
    }

    /** Per cell a unit counts once, whatever comes between: other units, a restore, another parallelism, its own further records. */
    @Test
    void a_touch_is_a_units_first_kept_record_of_a_key_in_a_window_across_restores_and_rescales() throws Exception {
        Bounds two = new Bounds(Bounds.UNBOUNDED, 2, 4, Bounds.UNBOUNDED);
        Plan plan = Discovered.plan(
                Discovered.hourly(Discovered.keys("5e-7", 1), two, 20, List.of(new Count("count", BigDecimal.ONE))));
        KeyedBench.State state;
        try (KeyedBench<ContributionBatch, PartialSum> gate = gate(plan).start(2, null)) {
            send(gate, plan, "ann", 0, "tea", 1);
            send(gate, plan, "bob", 0, "tea", 1);
            send(gate, plan, "bob", 0, "a key that takes several words", 1);
            take(gate);
            send(gate, plan, "bob", 0, "tea", 1);
            send(gate, plan, "bob", 1, "tea", 1);
            take(gate);
            state = gate.snapshot();
        }
        try (KeyedBench<ContributionBatch, PartialSum> gate = gate(plan).start(1, state)) {
            send(gate, plan, "cid", 0, "Tea", 1);
            send(gate, plan, "ann", 0, "tea", 1);
            send(gate, plan, "ann", 0, "tea", 1);
            send(gate, plan, "bob", 0, "coffee", 1);
            send(gate, plan, "bob", 1, "tea", 1);
            send(gate, plan, "bob", 1, "milk", 1);
            take(gate);
        }
        assertThat(found())
                .isEqualTo("Tea/1[1, 1]a key that takes several words/1[1, 1]coffee/1[1, 1]tea/1[4, 2]tea/2[2, 1]");
    }

    /** A key exists by the records that were kept, not by their amounts. */
    @Test
    void records_of_value_0_touch_their_key_and_only_the_first_is_sent() throws Exception {
        Plan plan = Discovered.plan(Discovered.query(
                Queries.hourly("q").count().sum(0, 10).contributions(9).recordsPerCell(3), Discovered.keys("5e-7", 1)));
        try (KeyedBench<ContributionBatch, PartialSum> gate = gate(plan).start(1, null)) {
            send(gate, plan, "ann", 0, "tea", 0, 0);
            take(gate);
            assertThat(found()).isEqualTo("tea/1[0, 0, 1]");
            send(gate, plan, "ann", 0, "tea", 0, 0);
            gate.beforeBarrier();
            assertThat(gate.output()).isEmpty();
        }
    }
}
