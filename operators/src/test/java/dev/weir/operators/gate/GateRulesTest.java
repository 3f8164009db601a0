package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.Plans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what the gate counts, refuses and forgets, over random plans and streams. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class GateRulesTest {

    private static final int CASES = 10_000;

    /**
     * A reference gate of plain maps that forgets nothing applies the same rules, with the same totals and the same outcome
     * of every record.
     */
    @Test
    void the_gate_agrees_with_rules_that_recount_everything() {
        for (long seed = CASES; seed < CASES + 2500; seed++) {
            GateCase random = GateCase.of(seed);
            NaiveGate naive = new NaiveGate(random.plan());
            random.steps().forEach(step -> {
                if (step.record() == null) {
                    naive.close(step.closedUpTo());
                } else {
                    naive.add(step.record());
                }
            });
            GateRun run = GateRun.of(random, record -> true);
            assertThat(run.totals()).as("seed %d", seed).isEqualTo(naive.totals());
            assertThat(List.of(naive.closed, naive.capped, naive.unaffordable))
                    .as("seed %d", seed)
                    .containsExactly(
                            sum(run, q -> run.counters().of(q, Rejection.BELOW_FLOOR)),
                            sum(run, q -> run.counters().of(q, RecordOutcome.CAP)),
                            sum(run, q -> run.counters().of(q, RecordOutcome.ACCOUNT)));
        }
    }

    private static long sum(GateRun run, java.util.function.IntToLongFunction counter) {
        return java.util.stream.IntStream.range(0, run.counters().counts().length / RecordCounters.WIDTH)
                .mapToLong(counter)
                .sum();
    }

    @Test
    void every_record_ends_in_exactly_one_place_for_each_query() {
        for (long seed = 0; seed < 1000; seed++) {
            GateCase random = GateCase.of(seed);
            GateRun run = GateRun.of(random, record -> true);
            long admitted = random.records().stream()
                    .mapToLong(record -> record.queries().length)
                    .sum();
            assertThat(Arrays.stream(run.counters().counts()).sum())
                    .as("seed %d", seed)
                    .isEqualTo(admitted);
        }
    }

    @Test
    void a_record_that_is_refused_by_every_query_changes_no_state() {
        for (long seed = 0; seed < 1000; seed++) {
            GateCase random = GateCase.of(seed);
            GateRun run = new GateRun(random.plan());
            for (GateCase.Step step : random.steps()) {
                if (step.record() == null) {
                    run.close(step.closedUpTo());
                    continue;
                }
                byte[] before = run.state();
                long counted = run.counted();
                run.add(step.record());
                boolean refused = run.counted() == counted;
                assertThat(!refused || Arrays.equals(run.state(), before))
                        .as("seed %d", seed)
                        .isTrue();
            }
        }
    }

    /** I14: tests any interleaving that keeps each unit's own order. */
    @Test
    void the_order_of_different_units_records_changes_nothing() {
        for (long seed = 0; seed < CASES; seed++) {
            GateCase random = GateCase.of(seed);
            GateRun one = new GateRun(random.plan());
            random.records().forEach(one::add);
            GateRun other = new GateRun(random.plan());
            interleaved(random, new SplittableRandom(seed)).forEach(other::add);
            assertThat(other.totals()).as("seed %d", seed).isEqualTo(one.totals());
            assertThat(other.counters().counts())
                    .as("seed %d", seed)
                    .isEqualTo(one.counters().counts());
        }
    }

    private static List<Contributions> interleaved(GateCase random, SplittableRandom shuffle) {
        Map<String, List<Contributions>> queues = new HashMap<>();
        List<Contributions> records = random.records();
        for (int i = 0; i < records.size(); i++) {
            Contributions record = records.get(i);
            String unit = random.plan().unit().isEvent() ? "#" + i : Arrays.toString(record.unit()) + record.period();
            queues.computeIfAbsent(unit, name -> new ArrayList<>()).add(record);
        }
        List<Contributions> mixed = new ArrayList<>();
        while (!queues.isEmpty()) {
            List<String> units = new ArrayList<>(new TreeSet<>(queues.keySet()));
            String unit = units.get(shuffle.nextInt(units.size()));
            mixed.add(java.util.Objects.requireNonNull(queues.get(unit)).remove(0));
            queues.values().removeIf(List::isEmpty);
        }
        return mixed;
    }

    @Test
    void a_unit_is_forgotten_once_no_window_can_meet_its_period() {
        for (long seed = 0; seed < 1000; seed++) {
            GateCase random = GateCase.of(seed);
            GateRun run = GateRun.of(random, record -> true);
            run.close(70 * Plans.DAY); // behind the end of February 1970, and of all windows that meet it
            boolean kept = random.plan().unit().isForEver() && run.counted() > 0;
            assertThat(run.units() > 0).as("seed %d", seed).isEqualTo(kept);
        }
    }
}
