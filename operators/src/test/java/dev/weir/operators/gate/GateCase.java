package dev.weir.operators.gate;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.UnitKind;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A random plan and a random stream. Windows cross the boundaries of periods, clamps have either sign and sometimes exclude
 * 0, few users share few cells, and windows close in between.
 */
record GateCase(Plan plan, List<Step> steps) {

    /** The next event: a record arrives, or everything up to a time is closed. */
    record Step(@Nullable Contributions record, long closedUpTo) {}

    static GateCase of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Plan plan = plan(random, seed);
        List<Step> steps = new ArrayList<>();
        long start = start(plan);
        long span = plan.unit().equals(PrivacyUnit.USER_PER_HOUR) ? 3 * Plans.HOUR : 2 * Plans.DAY;
        long closedUpTo = start;
        for (int i = random.nextInt(5, 30); i > 0; i--) {
            if (random.nextInt(12) == 0) {
                closedUpTo += random.nextLong(span / 4);
                steps.add(new Step(null, closedUpTo));
            }
            steps.add(new Step(record(plan, start + random.nextLong(span), random), 0));
        }
        return new GateCase(plan, steps);
    }

    /** When the records begin: on Sunday, 1970-01-04, or on the last day of that January, so that weeks and months end, too. */
    long start() {
        return start(plan);
    }

    private static long start(Plan plan) {
        return (plan.unit().kind() == UnitKind.USER_PER_MONTH ? 30 : 3) * Plans.DAY;
    }

    /** A unit of any kind; days, weeks and months of Kolkata, which begin within an hour, and of St. John's among them. */
    private static PrivacyUnit unit(SplittableRandom random, long seed) {
        PrivacyUnit unit = unitInUtc(random, seed);
        if (!unit.kind().hasDates() || seed % 3 == 0) {
            return unit;
        }
        return unit.in(seed % 3 == 1 ? "Asia/Kolkata" : "America/St_Johns");
    }

    private static PrivacyUnit unitInUtc(SplittableRandom random, long seed) {
        PrivacyUnit unit = List.of(
                        PrivacyUnit.USER, PrivacyUnit.USER_PER_DAY, PrivacyUnit.USER_PER_HOUR, PrivacyUnit.EVENT)
                .get(random.nextInt(4));
        if (!unit.equals(PrivacyUnit.USER_PER_DAY) || seed % 4 < 2) {
            return unit;
        }
        return seed % 4 == 2 ? PrivacyUnit.USER_PER_WEEK : PrivacyUnit.USER_PER_MONTH;
    }

    private static Plan plan(SplittableRandom random, long seed) {
        PrivacyUnit unit = unit(random, seed);
        int[] minutes = unit.equals(PrivacyUnit.USER_PER_HOUR) ? new int[] {25, 7, 60} : new int[] {420, 300, 60, 1440};
        Queries[] queries = new Queries[random.nextInt(1, 4)];
        for (int i = 0; i < queries.length; i++) {
            Queries query = Queries.hourly("q" + i)
                    .keys("a", "b", "c")
                    .every(Duration.ofMinutes(minutes[random.nextInt(minutes.length)]))
                    .bounded(new Bounds(cap(random), cap(random), cap(random), cap(random)))
                    .contributions(unit.isEvent() ? 1 : random.nextInt(1, 7));
            for (int left = random.nextInt(1, 3); left > 0; left--) {
                query = query.with(aggregate(random, left));
            }
            queries[i] = i == 0 && random.nextBoolean() ? query.share("0.3") : query;
        }
        return Plans.of(unit, random.nextBoolean() ? Plans.PURE : Plans.GAUSSIAN, queries);
    }

    private static int cap(SplittableRandom random) {
        return random.nextInt(3) == 0 ? random.nextInt(1, 4) : Bounds.UNBOUNDED;
    }

    private static Aggregate aggregate(SplittableRandom random, int number) {
        BigDecimal weight = BigDecimal.valueOf(random.nextInt(1, 4));
        int kind = random.nextInt(4);
        return kind == 0
                ? new Count("n" + number, weight)
                : new Sum(
                        "s" + number,
                        weight,
                        BigDecimal.ONE,
                        kind == 2 ? null : range(random),
                        kind == 1 ? null : range(random));
    }

    /** Returns a clamp with bounds of either sign, wholly above 0 or wholly below it. */
    private static Sum.Range range(SplittableRandom random) {
        long low = random.nextLong(-12, 12);
        long high = low + random.nextLong(0, 15);
        return low == 0 && high == 0 ? new Sum.Range(5, 9) : new Sum.Range(low, high);
    }

    private static Contributions record(Plan plan, long time, SplittableRandom random) {
        int[] wanted = IntStream.range(0, plan.queries().size())
                .filter(query -> random.nextInt(4) > 0)
                .toArray();
        int[] keys = IntStream.of(wanted).map(query -> random.nextInt(3)).toArray();
        BigDecimal value = BigDecimal.valueOf(random.nextInt(-20, 21));
        long[] amounts = IntStream.of(wanted)
                .mapToObj(query -> plan.queries().get(query).query().aggregates())
                .flatMap(List::stream)
                .mapToLong(aggregate -> Contributions.word(aggregate, value))
                .toArray();
        byte[] unit = {(byte) random.nextInt(3)};
        return new Contributions(unit, plan.unit().period(time), time, wanted, keys, amounts);
    }

    /** Returns the records, in order, without the closings. */
    List<Contributions> records() {
        List<Contributions> records = new ArrayList<>();
        for (Step step : steps) {
            if (step.record() != null) {
                records.add(step.record());
            }
        }
        return records;
    }
}
