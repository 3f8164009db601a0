package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.LevelBlocks;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Tests units with up to 42 base cells in a window of a query with levels. Where it may be, its first records are kept one by one, and charged an upper bound. Behind them, what the unit has added to nodes is computed from its base cells while these are few, and kept
 * for each node afterwards; a restart or the end of a window may fall between them. Where charges do not depend on it, nothing is kept.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ManyBaseCellsTest {

    private static final int CASES = 600;
    private static final List<Favour> FAVOURS = List.of(Favour.values());
    private static final List<KeySpace> SHAPES = List.of(
            LevelPlans.tree(10, 9, 8, 7),
            LevelPlans.tree(1, 1, 20),
            LevelPlans.sets(6, 7, 0, 1, 2, 3),
            LevelPlans.sets(7, 3, 3, 2),
            LevelPlans.sets(13, 1, 3, 1),
            LevelPlans.sets(6, 7, 1, 2));

    /** Records of several units come one after the other, so that what is known of one must not be taken for another. */
    private static final int UNITS = 3;

    /** How often units had been charged more than the price of their records. */
    private long above;

    @Test
    void every_record_is_decided_on_and_added_up_as_by_exact_numbers_of_all_nodes() throws Exception {
        int refused = 0;
        int many = 0;
        for (long seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            KeySpace keys = SHAPES.get(random.nextInt(SHAPES.size()));
            int cap = random.nextInt(4) == 0 ? random.nextInt(1, 20) : Bounds.UNBOUNDED;
            Aggregate[] aggregates = aggregates(random);
            Plan plan = LevelPlans.of(keys, aggregates)
                    .bounded(new Bounds(cap, Bounds.UNBOUNDED, Bounds.UNBOUNDED, Bounds.UNBOUNDED))
                    .spending(random.nextInt(20, 200), random.nextInt(0, 9), favour(aggregates, random))
                    .plan(random.nextBoolean() ? Plans.GAUSSIAN : Plans.PURE);
            List<Exact> units =
                    Stream.generate(() -> new Exact(plan, cap)).limit(UNITS).toList();
            refused += refusedOf(plan, units, random);
            many += units.stream().anyMatch(unit -> unit.mostCells() > 16) ? 1 : 0;
        }
        assertThat(refused).as("bounds must have been put to the test").isGreaterThan(5 * CASES);
        assertThat(many).as("units must have had many base cells").isGreaterThan(CASES / 4);
        assertThat(above).as("accounts must have held bounds of prices").isGreaterThan(5L * CASES);
    }

    /** Passes records of all units through a gate and to the exact numbers, and requires that both agree. Returns how many were refused. */
    private int refusedOf(Plan plan, List<Exact> units, SplittableRandom random) throws Exception {
        GateRun run = new GateRun(plan);
        int refused = 0;
        int restarts = random.nextInt(4);
        int records = random.nextInt(1, 61) * UNITS;
        int scale = random.nextInt(3) == 0 ? 20_000 : 1;
        for (int i = 0; i < records; i++) {
            int unit = random.nextInt(UNITS);
            int quarters = i < records / 2 ? random.nextInt(5) : 4;
            Contributions record =
                    record(plan, unit, quarters * Plans.HOUR / 4, random.nextInt(-20, 21) * scale, random);
            run.add(record);
            refused += units.get(unit).add(record) ? 0 : 1;
            if (random.nextInt(20) < restarts) {
                run.restart(new OpenKeys(plan));
            }
            if (i == records / 2) {
                run.close(Plans.HOUR);
            }
            requireExact(run, units, i);
        }
        run.close(2 * Plans.HOUR);
        assertThat(run.charged(0))
                .as("what is charged when all windows have ended")
                .isEqualTo(price(units));
        assertThat(run.totals())
                .isEqualTo(ofNodes(units, plan.queries().get(0).query().keys()));
        return refused;
    }

    private void requireExact(GateRun run, List<Exact> units, int record) {
        assertThat(run.counted())
                .as("those that count of %d records", record + 1)
                .isEqualTo(units.stream().mapToLong(own -> own.counted).sum());
        int compared = run.charged(0).compareTo(price(units));
        assertThat(compared).as("charges to prices").isNotNegative();
        above += compared;
    }

    /** The exact price of the records of all units. */
    private static BigInteger price(List<Exact> units) {
        return units.stream().map(unit -> unit.spent).reduce(BigInteger.ZERO, BigInteger::add);
    }

    @SuppressWarnings("ParameterNumber") // the facts of a record
    private static Contributions record(Plan plan, int unit, long time, int value, SplittableRandom random) {
        int cell = random.nextInt(plan.queries().get(0).query().keys().cells().size());
        Contributions of = LevelBlocks.record(plan, time, cell, value);
        return new Contributions(new byte[] {(byte) unit}, of.period(), time, of.queries(), of.keys(), of.amounts());
    }

    /** What all units have moved each node by, without nodes that they have not moved, as {@link GateRun#totals} gives it. */
    private static Map<String, List<Long>> ofNodes(List<Exact> units, KeySpace keys) {
        Map<String, long[]> moved = new TreeMap<>();
        units.forEach(unit -> unit.addTo(moved, keys));
        Map<String, List<Long>> named = new TreeMap<>();
        moved.forEach((name, numbers) -> {
            if (Arrays.stream(numbers).anyMatch(number -> number != 0)) {
                named.put(name, Arrays.stream(numbers).boxed().toList());
            }
        });
        return named;
    }

    /** Some levels may not be measured, but distinct units are measured at all of them. */
    private static Favour favour(Aggregate[] aggregates, SplittableRandom random) {
        return aggregates[0] instanceof DistinctUnits ? Favour.EQUAL : FAVOURS.get(random.nextInt(FAVOURS.size()));
    }

    private static Aggregate[] aggregates(SplittableRandom random) {
        BigDecimal weight = BigDecimal.valueOf(random.nextInt(1, 4));
        Sum.Range range = new Sum.Range(-random.nextInt(0, 9), random.nextInt(1, 12));
        long low = random.nextInt(-30, 20);
        Sum.Range unit = random.nextBoolean() ? null : new Sum.Range(low, low + random.nextInt(1, 30));
        Aggregate sum = new Sum("s", weight, BigDecimal.ONE, range, unit);
        Aggregate growing = new Sum(
                "g", weight, BigDecimal.ONE, new Sum.Range(0, random.nextInt(1, 12) << (6 * random.nextInt(5))), null);
        return switch (random.nextInt(6)) {
            case 0 -> new Aggregate[] {sum};
            case 1 -> new Aggregate[] {new DistinctUnits("u", weight), sum};
            case 2 -> new Aggregate[] {new Count("n", BigDecimal.ONE)};
            case 3 -> new Aggregate[] {growing, new Count("n", BigDecimal.ONE)};
            case 4 -> new Aggregate[] {new Count("n", BigDecimal.ONE), growing};
            default -> new Aggregate[] {new Count("n", BigDecimal.ONE), sum};
        };
    }

    /** The decisions on one unit's records, by the exact price of each node and without any bound on what is kept. */
    private static final class Exact {

        private final LevelPrice price;
        private final LevelShape shape;
        private final Norm norm;
        private final List<Aggregate> aggregates;
        private final int cap;
        private final Map<List<Object>, Long> totals = new HashMap<>();
        private final Map<Long, Set<Integer>> cells = new HashMap<>();
        private BigInteger spent = BigInteger.ZERO;
        private long counted;

        Exact(Plan plan, int cap) {
            this.price = plan.queries().get(0).levelPrice().orElseThrow();
            this.shape = plan.queries().get(0).query().keys().levels().orElseThrow();
            this.norm = plan.queries().get(0).price().norm();
            this.aggregates = plan.queries().get(0).query().aggregates();
            this.cap = cap;
        }

        boolean add(Contributions record) {
            long window = record.time() / Plans.HOUR;
            int cell = record.keys()[0];
            Set<Integer> known = cells.computeIfAbsent(window, start -> new HashSet<>());
            if (!known.contains(cell) && known.size() >= cap) {
                return false;
            }
            Map<List<Object>, Long> changed = new HashMap<>();
            BigInteger cost = BigInteger.ZERO;
            for (int i = 0; i < aggregates.size(); i++) {
                cost = cost.add(cost(i, window, cell, record.amounts()[i], changed));
            }
            if (spent.add(cost).compareTo(price.account().limit()) > 0) {
                return false;
            }
            spent = spent.add(cost);
            totals.putAll(changed);
            known.add(cell);
            counted++;
            return true;
        }

        private BigInteger cost(int i, long window, int cell, long word, Map<List<Object>, Long> changed) {
            List<Object> raw = List.of(i, window, "raw", cell);
            long before = totals.getOrDefault(raw, 0L);
            changed.put(raw, before + word);
            boolean isNew = !cells.getOrDefault(window, Set.of()).contains(cell);
            long moved = clamped(i, before + word) - (isNew ? 0 : clamped(i, before));
            BigInteger cost = BigInteger.ZERO;
            for (int level = 0; level < shape.levels(); level++) {
                List<Object> node = List.of(i, window, level, shape.node(level, cell));
                long less = totals.getOrDefault(node, 0L);
                changed.put(node, less + moved);
                BigInteger growth = size(i, less + moved).subtract(size(i, less));
                cost = cost.add(growth.max(BigInteger.ZERO).multiply(weight(i, level)));
            }
            return cost;
        }

        private long clamped(int i, long total) {
            Sum.Range unit = ((Scalar) aggregates.get(i)).unitRange();
            return Math.max(unit.low(), Math.min(unit.high(), total));
        }

        private BigInteger size(int i, long total) {
            return norm.size(aggregates.get(i) instanceof DistinctUnits ? Math.min(1, total) : Math.abs(total));
        }

        private BigInteger weight(int i, int level) {
            LevelPlan own = price.plans().get(i);
            BigInteger all = BigInteger.valueOf(
                    price.weights().stream().mapToLong(Long::longValue).sum());
            return BigInteger.valueOf(own.weights().get(level))
                    .multiply(BigInteger.valueOf(price.weights().get(i)))
                    .multiply(price.account().limit())
                    .divide(own.quota().multiply(all));
        }

        /** Adds what the unit has moved each measured node by. */
        void addTo(Map<String, long[]> moved, KeySpace keys) {
            totals.forEach((place, total) -> {
                if (place.get(2) instanceof Integer level
                        && price.plans().get(0).isMeasured(level)) {
                    long end = ((long) place.get(1) + 1) * Plans.HOUR;
                    String name = "0/" + keys.name(shape.start(level) + (int) place.get(3)) + "/" + end;
                    int i = (int) place.get(0);
                    moved.computeIfAbsent(name, node -> new long[aggregates.size()])[i] +=
                            aggregates.get(i) instanceof DistinctUnits ? Math.min(1, total) : total;
                }
            });
        }

        int mostCells() {
            return cells.values().stream().mapToInt(Set::size).max().orElse(0);
        }
    }
}
