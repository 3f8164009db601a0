package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.LevelBlocks;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what units may move at the nodes of levels, by exact fractions. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelGateTest {

    private static final int UNITS = 10_000;
    private static final List<Favour> FAVOURS = List.of(Favour.values());
    private static final List<KeySpace> SHAPES = List.of(
            LevelPlans.tree(3, 3),
            LevelPlans.tree(1, 4, 2),
            LevelPlans.tree(1, 1, 1, 1),
            LevelPlans.sets(2, 3, 0, 1, 2, 3),
            LevelPlans.sets(3, 2, 2, 1),
            LevelPlans.sets(3, 2, 3, 0));

    /** The loss by what a unit has moved, as a part of the share. */
    private static Ratio loss(Plan plan, Map<String, List<Long>> totals) {
        LevelPrice price = plan.queries().get(0).levelPrice().orElseThrow();
        KeySpace keys = plan.queries().get(0).query().keys();
        LevelShape shape = keys.levels().orElseThrow();
        BigInteger parts = price.account().limit();
        BigInteger sum = BigInteger.ZERO;
        for (Map.Entry<String, List<Long>> cell : totals.entrySet()) {
            int node = keys.known().indexOf(keyOf(cell.getKey()));
            int level = IntStream.range(0, shape.levels())
                    .filter(at -> node < shape.start(at + 1))
                    .findFirst()
                    .orElseThrow();
            for (int i = 0; i < price.plans().size(); i++) {
                LevelPlan own = price.plans().get(i);
                BigInteger weight = BigInteger.valueOf(own.weights().get(level))
                        .multiply(BigInteger.valueOf(price.weights().get(i)))
                        .multiply(parts)
                        .divide(own.quota().multiply(weights(price)));
                sum = sum.add(weight.multiply(size(plan, i, cell.getValue())));
            }
        }
        return new Ratio(sum.max(BigInteger.ONE), parts);
    }

    /** The key in a name "query/key/end". */
    private static String keyOf(String name) {
        return name.substring(name.indexOf('/') + 1, name.lastIndexOf('/'));
    }

    /** The size of what a unit has moved the numbers of an aggregate by. */
    private static BigInteger size(Plan plan, int aggregate, List<Long> moved) {
        BlockLayout layout = plan.queries().get(0).query().layout();
        Norm norm = plan.queries().get(0).price().norm();
        int from = layout.coordinate(aggregate);
        int numbers = plan.queries().get(0).query().aggregates().get(aggregate).coordinates();
        return moved.subList(from, from + numbers).stream()
                .map(number -> norm.size(Math.abs(number)))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    private static BigInteger weights(LevelPrice price) {
        return BigInteger.valueOf(
                price.weights().stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void ten_thousand_random_units_never_lose_more_than_their_share() {
        int refused = 0;
        for (long seed = 0; seed < UNITS; seed++) {
            Case random = Case.of(seed);
            GateRun run = new GateRun(random.plan());
            random.records().forEach(run::add);
            refused += run.counted() < random.records().size() ? 1 : 0;
            assertThat(loss(random.plan(), run.totals()).compareTo(Ratio.ONE))
                    .as("seed %d", seed)
                    .isNotPositive();
        }
        assertThat(refused).as("the account must have been put to the test").isGreaterThan(UNITS / 10);
    }

    /** A restart in the middle must change nothing: what is kept of nodes is state. */
    @Test
    void units_go_on_from_a_checkpoint_as_if_there_were_none() throws Exception {
        for (long seed = 0; seed < 300; seed++) {
            Case random = Case.of(seed);
            GateRun straight = new GateRun(random.plan());
            GateRun broken = new GateRun(random.plan());
            for (int i = 0; i < random.records().size(); i++) {
                straight.add(random.records().get(i));
                broken.add(random.records().get(i));
                if (i % 3 == 1) {
                    broken.restart(new dev.weir.operators.gate.unit.OpenKeys(random.plan()));
                }
            }
            assertThat(broken.totals()).as("seed %d", seed).isEqualTo(straight.totals());
        }
    }

    private record Case(Plan plan, List<Contributions> records) {
        static Case of(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            KeySpace keys = SHAPES.get(random.nextInt(SHAPES.size()));
            long contributions = random.nextInt(1, 8);
            Plan plan = LevelPlans.of(keys, aggregates(random))
                    .bounded(new Bounds(cap(random), cap(random), cap(random), cap(random)))
                    .spending(contributions, random.nextInt(0, 4), FAVOURS.get(random.nextInt(FAVOURS.size())))
                    .plan(random.nextBoolean() ? Plans.GAUSSIAN : Plans.PURE);
            List<Contributions> records = new ArrayList<>();
            for (int i = random.nextInt(1, 25); i > 0; i--) {
                long time = random.nextLong(3 * Plans.HOUR);
                records.add(LevelBlocks.record(
                        plan, time, random.nextInt(keys.cells().size()), random.nextInt(-20, 21)));
            }
            return new Case(plan, records);
        }

        private static int cap(SplittableRandom random) {
            return random.nextInt(3) == 0 ? random.nextInt(1, 4) : Bounds.UNBOUNDED;
        }

        private static Aggregate[] aggregates(SplittableRandom random) {
            Sum.Range range = new Sum.Range(-random.nextInt(0, 9), random.nextInt(1, 12));
            Sum.Range unit = random.nextBoolean() ? null : new Sum.Range(-random.nextInt(0, 30), random.nextInt(1, 30));
            BigDecimal weight = BigDecimal.valueOf(random.nextInt(1, 4));
            Aggregate sum = new Sum("s", weight, BigDecimal.ONE, range, unit);
            Aggregate units = new DistinctUnits("u", BigDecimal.ONE);
            return switch (random.nextInt(6)) {
                case 4, 5 -> LevelBlocks.any(random);
                case 0 -> new Aggregate[] {sum};
                case 1 -> new Aggregate[] {units};
                case 2 -> new Aggregate[] {new DistinctUnits("u", weight), new DistinctUnits("v", BigDecimal.ONE)};
                default -> new Aggregate[] {new Count("n", BigDecimal.ONE), sum};
            };
        }
    }

    /**
     * K records in different leaves of one window cost K&sup2; at the root. On an even tree that is the worst case, so n fit and the next one does
     * not. A gate that charges the root once for each record, or leaves alone, lets more through.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void as_many_full_size_records_fit_as_are_paid_for_and_no_more(int perWindow) {
        Plan plan = LevelPlans.of(LevelPlans.tree(2, 2), new Count("n", BigDecimal.ONE))
                .spending(12, perWindow, Favour.LEVELS)
                .plan();
        GateRun run = new GateRun(plan);
        for (int i = 0; i < 12; i++) {
            run.add(LevelBlocks.record(plan, i / perWindow * Plans.HOUR, i % perWindow, 1));
        }
        assertThat(run.counted()).isEqualTo(12);
        run.add(LevelBlocks.record(plan, 100 * Plans.HOUR, 0, 1));
        assertThat(run.counted()).isEqualTo(12);
    }

    /** Under Laplace noise sizes add up: n records fit wherever they are, also all in one window, and the next one does not. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void under_laplace_noise_as_many_records_fit_wherever_they_are(int perWindow) {
        Plan plan = LevelPlans.of(LevelPlans.tree(2, 2), new Count("n", BigDecimal.ONE))
                .spending(12, 1, Favour.LEVELS)
                .plan(Plans.PURE);
        GateRun run = new GateRun(plan);
        for (int i = 0; i < 13; i++) {
            run.add(LevelBlocks.record(plan, i / perWindow * Plans.HOUR, i % perWindow, 1));
        }
        assertThat(run.counted()).isEqualTo(12);
    }

    /** Windows of 3 and 3 cells under nodes of 3 leaves cost 18, those of 4 and 2 cost 14: all placements of 6 must fit. */
    @ParameterizedTest
    @ValueSource(strings = {"012 345", "0123 45", "0345 12", "01 23 45", "012 012", "0 1 2 3 4 5"})
    void every_placement_of_the_planned_records_fits(String windows) {
        Plan plan = LevelPlans.of(LevelPlans.tree(3, 3), new Count("n", BigDecimal.ONE))
                .spending(6, 4, Favour.EQUAL)
                .plan();
        GateRun run = new GateRun(plan);
        int window = 0;
        for (int at = 0; at < windows.length(); at++) {
            if (windows.charAt(at) == ' ') {
                window++;
            } else {
                run.add(LevelBlocks.record(plan, window * Plans.HOUR, windows.charAt(at) - '0', 1));
            }
        }
        assertThat(run.counted()).isEqualTo(6);
    }

    @Test
    void a_record_moves_one_node_of_every_measured_level() {
        Plan plan = LevelPlans.of(
                        LevelPlans.sets(2, 3, 0, 1, 2, 3),
                        new Sum("s", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 9), null))
                .spending(1000, 3, Favour.EQUAL)
                .plan();
        GateRun run = new GateRun(plan);
        run.add(LevelBlocks.record(plan, 0, 5, 7));
        run.add(LevelBlocks.record(plan, 0, 4, 2));
        assertThat(run.totals())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "0/*,*/" + Plans.HOUR, List.of(9L),
                        "0/a1,*/" + Plans.HOUR, List.of(9L),
                        "0/*,b2/" + Plans.HOUR, List.of(7L),
                        "0/*,b1/" + Plans.HOUR, List.of(2L),
                        "0/a1,b2/" + Plans.HOUR, List.of(7L),
                        "0/a1,b1/" + Plans.HOUR, List.of(2L)));
    }

    /** A unit with records in all towns is one unit of each of them, of each region, and of all. Its further records cost nothing. */
    @Test
    void distinct_units_move_every_node_once_in_a_window() {
        Plan plan = LevelPlans.of(LevelPlans.tree(2, 1), new DistinctUnits("u", BigDecimal.ONE))
                .spending(12, 1, Favour.LEVELS)
                .plan();
        GateRun run = new GateRun(plan);
        for (int time = 0; time < 5; time++) {
            for (int town = 0; town < 3; town++) {
                run.add(LevelBlocks.record(plan, time, town, 1));
            }
        }
        assertThat(run.counted()).isEqualTo(15);
        assertThat(run.totals().values()).hasSize(6).containsOnly(List.of(1L));
    }

    /** Twelve windows of one record move every level by twelve, and are what twelve contributions pay for, under either noise. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void distinct_units_of_as_many_windows_fit_as_are_paid_for_and_no_more(boolean isGaussian) {
        Plan plan = LevelPlans.of(LevelPlans.tree(2, 2), new DistinctUnits("u", BigDecimal.ONE))
                .spending(12, 4, Favour.LEVELS)
                .plan(isGaussian ? Plans.GAUSSIAN : Plans.PURE);
        GateRun run = new GateRun(plan);
        for (int window = 0; window < 13; window++) {
            run.add(LevelBlocks.record(plan, window * Plans.HOUR, 0, 1));
        }
        assertThat(run.counted()).isEqualTo(12);
    }

    /** Ancestors are no keys: of three base cells two are let in, although they have one region. */
    @Test
    void keys_per_window_counts_base_cells_alone() {
        Plan plan = LevelPlans.of(LevelPlans.tree(3, 3), new Count("n", BigDecimal.ONE))
                .bounded(new Bounds(2, 1, Bounds.UNBOUNDED, Bounds.UNBOUNDED))
                .spending(1000, 0, Favour.LEVELS)
                .plan();
        GateRun run = new GateRun(plan);
        for (int cell : new int[] {0, 1, 2, 0, 5}) {
            run.add(LevelBlocks.record(plan, 0, cell, 1));
        }
        assertThat(run.counted()).isEqualTo(2);
        assertThat(run.counters().of(0, RecordOutcome.CAP)).isEqualTo(3);
    }
}
