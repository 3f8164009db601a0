package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.levels.series.LevelSeries;
import dev.weir.accountant.privacy.Budget;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.LevelTotals;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.LevelBlocks;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what units may move in the series of the nodes of levels, by the coefficients of their noise. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelSeriesGateTest {

    private static final int UNITS = 10_000;
    private static final int STEPS = 8;
    private static final List<Favour> FAVOURS = List.of(Favour.values());
    private static final Window RESET = running().resetting(Duration.ofHours(4));
    private static final List<Window> WINDOWS =
            List.of(RESET, running(), SlidingWindow.of(Duration.ofHours(3), Duration.ofHours(1)));
    private static final List<KeySpace> SHAPES = List.of(
            LevelPlans.tree(3, 3),
            LevelPlans.tree(1, 4, 2),
            LevelPlans.sets(2, 3, 0, 1, 2, 3),
            LevelPlans.sets(3, 2, 2, 1),
            LevelPlans.sets(3, 2, 3, 0));

    private static RunningWindow running() {
        return RunningWindow.of(Duration.ofHours(1), STEPS);
    }

    private static Contributions record(Plan plan, long step, int cell, long value) {
        return LevelBlocks.record(plan, step * Plans.HOUR, cell, value);
    }

    /** The loss at all nodes and steps, as a part of the share, from what the unit has moved at each step. */
    private static double loss(Plan plan, Map<String, List<Long>> totals) {
        LevelSeries series = LevelTotals.series(plan);
        List<String> names = plan.queries().get(0).query().keys().known();
        Window window = plan.queries().get(0).query().window();
        Map<String, double[]> patterns = new TreeMap<>();
        totals.forEach((name, amounts) -> {
            String key = name.substring(name.indexOf('/') + 1, name.lastIndexOf('/'));
            long end = Long.parseLong(name.substring(name.lastIndexOf('/') + 1));
            int step = (int) (window.spanEnd(end) == Long.MAX_VALUE ? end / Plans.HOUR : window.step(end, 0));
            for (int number = 0; number < amounts.size(); number++) {
                String place =
                        number + "/" + series.shape().levelOf(names.indexOf(key)) + "/" + key + window.spanEnd(end);
                patterns.computeIfAbsent(place, unknown -> new double[STEPS + 1])[step] += amounts.get(number);
            }
        });
        double sum = patterns.entrySet().stream()
                .mapToDouble(pattern -> {
                    String[] place = pattern.getKey().split("/", -1);
                    int aggregate = aggregateOf(plan, Integer.parseInt(place[0]));
                    boolean isNumber = plan.queries()
                            .get(0)
                            .query()
                            .aggregates()
                            .get(aggregate)
                            .isNumber();
                    return loss(series.noise(aggregate, Integer.parseInt(place[1])), pattern.getValue(), isNumber);
                })
                .sum();
        return sum / series.account().share().value().doubleValue();
    }

    private static int aggregateOf(Plan plan, int number) {
        int aggregate = 0;
        BlockLayout layout = plan.queries().get(0).query().layout();
        while (aggregate + 1 < plan.queries().get(0).query().aggregates().size()
                && layout.coordinate(aggregate + 1) <= number) {
            aggregate++;
        }
        return aggregate;
    }

    /** @param isNumber whether the slack of the encoder's rounding is that of this series alone, and counted here */
    private static double loss(CorrelatedNoise noise, double[] pattern, boolean isNumber) {
        if (noise instanceof KaryTreeNoise tree) {
            double moved = 0;
            for (double amount : pattern) {
                moved += Math.abs(amount) * tree.tree().levels();
            }
            return moved / tree.noise().scale();
        }
        BltNoise gaussian = (BltNoise) noise;
        Blt blt = gaussian.blt();
        double squared = 0;
        // steps behind the last record are moved as well, up to the end of the series
        for (int step = 1; step <= Math.min(3 * STEPS, noise.lastStep()); step++) {
            double moved = 0;
            for (int at = 1; at <= Math.min(step, STEPS); at++) {
                moved += blt.coefficient(step - at) * pattern[at];
            }
            squared += moved * moved;
        }
        double norm = squared == 0 ? 0 : Math.sqrt(squared) + (isNumber ? gaussian.perKey() : 0);
        return norm * norm / (2 * gaussian.sigma() * gaussian.sigma());
    }

    @Test
    void ten_thousand_random_units_never_lose_more_than_their_share() {
        int refused = 0;
        double most = 0;
        for (long seed = 0; seed < UNITS; seed++) {
            Case random = Case.of(seed);
            GateRun run = new GateRun(random.plan());
            random.records().forEach(run::add);
            refused += run.counted() < random.records().size() ? 1 : 0;
            double spent = loss(random.plan(), run.totals());
            assertThat(spent).as("seed %d", seed).isLessThanOrEqualTo(1 + 1e-9);
            most = Math.max(most, spent);
        }
        assertThat(refused).as("the account must have been put to the test").isGreaterThan(UNITS / 10);
        assertThat(most).as("the account must not be much too strict").isGreaterThan(0.97);
    }

    /** What is kept of base cells and nodes is state. */
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
                    broken.restart(new OpenKeys(random.plan()));
                }
            }
            assertThat(broken.totals()).as("seed %d", seed).isEqualTo(straight.totals());
        }
    }

    private record Case(Plan plan, List<Contributions> records) {
        static Case of(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            KeySpace keys = SHAPES.get(random.nextInt(SHAPES.size()));
            Aggregate[] aggregates = aggregates(random);
            Plan plan = LevelPlans.of(keys, aggregates)
                    .windows(WINDOWS.get(random.nextInt(aggregates[0] instanceof DistinctUnits ? 2 : WINDOWS.size())))
                    .bounded(random.nextInt(4), random.nextInt(6), random.nextInt(3))
                    .spending(random.nextInt(1, 8), 0, FAVOURS.get(random.nextInt(FAVOURS.size())))
                    .plan(random.nextInt(4) > 0 ? Plans.GAUSSIAN : Plans.PURE);
            List<Contributions> records = new ArrayList<>();
            for (int i = random.nextInt(1, 25); i > 0; i--) {
                long value = random.nextBoolean() ? 11 : random.nextInt(-20, 21);
                records.add(record(
                        plan, random.nextInt(STEPS), random.nextInt(keys.cells().size()), value));
            }
            return new Case(plan, records);
        }

        private static Aggregate[] aggregates(SplittableRandom random) {
            Sum.Range range = new Sum.Range(-random.nextInt(0, 9), random.nextInt(1, 12));
            Sum.Range unit = random.nextBoolean() ? null : new Sum.Range(-random.nextInt(0, 30), random.nextInt(1, 30));
            Aggregate sum = new Sum("s", BigDecimal.valueOf(random.nextInt(1, 4)), BigDecimal.ONE, range, unit);
            Aggregate count = new Count("n", BigDecimal.ONE);
            return switch (random.nextInt(6)) {
                case 5 -> new Aggregate[] {new DistinctUnits("u", BigDecimal.valueOf(random.nextInt(1, 4)))};
                case 3, 4 -> LevelBlocks.any(random);
                case 0 -> new Aggregate[] {sum};
                case 1 -> new Aggregate[] {count};
                default -> new Aggregate[] {count, sum};
            };
        }
    }

    /** Twelve records, wherever they are: one key and step is the worst case, because no bound spreads them. The next one does not fit there. */
    @ParameterizedTest
    @CsvSource({"1, 1", "4, 1", "1, 8", "4, 8"})
    void as_many_full_size_records_fit_anywhere_as_are_paid_for(int keys, int steps) {
        for (Budget budget : List.of(Plans.GAUSSIAN, Plans.PURE)) {
            Plan plan = LevelPlans.of(LevelPlans.tree(2, 2), new Count("n", BigDecimal.ONE))
                    .windows(running())
                    .spending(12, 0, Favour.LEVELS)
                    .plan(budget);
            GateRun run = new GateRun(plan);
            for (int i = 0; i < 12; i++) {
                run.add(record(plan, i % steps, i % keys, 1));
            }
            assertThat(run.counted()).isEqualTo(12);
            run.add(record(plan, 0, 0, 1));
            if (keys == 1) {
                assertThat(run.counted()).isEqualTo(12);
            }
        }
    }

    /** K base cells, each with the worst pattern of the bounds: the root is moved by K patterns, whose records may share steps. */
    @ParameterizedTest
    @CsvSource({"2, 1, 0", "3, 3, 0", "4, 4, 2", "2, 8, 1", "3, 20, 0"})
    void all_that_the_bounds_admit_fits_if_more_is_paid_for(int keys, int records, int separation) {
        for (Budget budget : List.of(Plans.GAUSSIAN, Plans.PURE)) {
            Plan plan = LevelPlans.of(LevelPlans.tree(2, 2), new Count("n", BigDecimal.ONE), sum())
                    .windows(running())
                    .bounded(keys, records, separation)
                    .spending(1000, 0, Favour.ROWS)
                    .plan(budget);
            GateRun run = new GateRun(plan);
            for (int i = 0; i < records; i++) {
                for (int key = 0; key < keys; key++) {
                    run.add(record(plan, (long) separation * i % STEPS, key, -9));
                }
            }
            assertThat(run.counted()).isEqualTo((long) keys * records);
            assertThat(plan.queries().get(0).affordsAllRecords()).isTrue();
        }
    }

    /** Weights of many digits are large whole numbers, by which sizes must not be multiplied before they are counted. */
    @Test
    void weights_of_many_digits_change_no_sizes() {
        Count heavy = new Count("n", new BigDecimal("0.3333333"));
        Plan plan = LevelPlans.of(LevelPlans.tree(2, 2), heavy, sum())
                .windows(running())
                .spending(3, 0, Favour.LEVELS)
                .plan();
        GateRun run = new GateRun(plan);
        for (int i = 0; i < 4; i++) {
            run.add(record(plan, 0, 0, 9));
        }
        assertThat(run.counted()).isEqualTo(3);
    }

    private static Aggregate sum() {
        return new Sum("s", BigDecimal.TEN, BigDecimal.ONE, new Sum.Range(-9, 9), null);
    }

    /** Two records in two towns fit. A third would move the nodes above by three, which costs nine times a record there and not three times. */
    @Test
    void records_under_different_keys_cost_their_square_at_the_nodes_above() {
        Plan plan = LevelPlans.of(LevelPlans.tree(4), new Count("n", BigDecimal.ONE))
                .windows(running())
                .bounded(4, 1, 0)
                .spending(2, 0, Favour.EQUAL)
                .plan();
        GateRun run = new GateRun(plan);
        for (int town = 0; town < 4; town++) {
            run.add(record(plan, town, town, 1));
        }
        assertThat(run.counted()).isEqualTo(2);
    }
}
