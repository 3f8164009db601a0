package dev.weir.jobs.demo.attacks.kind;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.jobs.demo.attacks.world.Answer;
import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Fact;
import dev.weir.jobs.demo.attacks.world.Laws;
import dev.weir.jobs.demo.attacks.world.View;
import dev.weir.jobs.demo.attacks.world.World;
import dev.weir.operators.aggregate.vector.LengthBound;
import dev.weir.operators.aggregate.vector.LengthBound.Length;
import dev.weir.operators.api.Aggregation;
import dev.weir.operators.api.Field;
import dev.weir.operators.api.PrivateQuery;
import dev.weir.operators.api.PrivateStream;
import dev.weir.operators.result.Release;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Many sums over few people; one person's values are compared with all of them at once. */
final class Membership extends Attack {

    private static final long serialVersionUID = 1L;
    private static final int ROOT = 14;

    /** How many values a person has, each 1 or -1: a square, so that their length is a whole number. */
    private static final int COLUMNS = ROOT * ROOT;

    private static final int PEOPLE = 20;
    private static final Budget SMALL =
            new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("0.000001")));

    @Override
    public Laws laws() {
        String size = " --columns " + COLUMNS + " --people " + PEOPLE;
        return new Laws("membership", size.strip(), "--epsilon 1" + size, "--epsilon 1 --delta 1e-6" + size);
    }

    @Override
    public int slots() {
        return 1 + PEOPLE;
    }

    @Override
    public Fact fact(World world, int slot) {
        long time = START.toEpochMilli();
        boolean isThere = slot > 0 || world.bit();
        return isThere ? Fact.of(time, world, slot, values(world, slot)) : Fact.empty(time, world);
    }

    private static long[] values(World world, int person) {
        SplittableRandom random = world.random(person + 1L);
        return IntStream.range(0, COLUMNS)
                .mapToLong(column -> random.nextBoolean() ? 1 : -1)
                .toArray();
    }

    @Override
    public int figures() {
        return COLUMNS;
    }

    @Override
    public void add(Fact fact, long[] totals) {
        for (int i = 0; i < COLUMNS; i++) {
            totals[i] += fact.numbers()[i];
        }
    }

    @Override
    public int answers() {
        return 1;
    }

    @Override
    public Budget budget() {
        return SMALL;
    }

    @Override
    public List<PrivateQuery<Fact>> queries(PrivateStream<Fact> stream, List<String> keys) {
        List<Field<Fact, Long>> columns = IntStream.range(0, COLUMNS)
                .<Field<Fact, Long>>mapToObj(column -> fact -> fact.numbers()[column])
                .toList();
        LengthBound length = new LengthBound(Length.L2, BigDecimal.valueOf(ROOT));
        return List.of(stream.query(query(0))
                .byDeclaredKey(Fact::key, keys)
                .every(HOUR)
                .atMost(1, 1)
                .aggregate(Aggregation.vector("sums", columns, length, BigDecimal.ONE))
                .spending(1, 1));
    }

    @Override
    public Answer answer(Release row) {
        if (!(row.values().get(0).fields().get("value") instanceof List<?> sums)) {
            throw new IllegalStateException("a vector must be released as a list");
        }
        double[] figures =
                sums.stream().mapToDouble(sum -> ((Number) sum).doubleValue()).toArray();
        return new Answer(World.numberOf(row.id().key()), 0, figures);
    }

    @Override
    public boolean guess(View view) {
        long[] person = values(view.world(), 0);
        double likeness = 0;
        for (int column = 0; column < COLUMNS; column++) {
            likeness += person[column] * view.mean(column);
        }
        return view.isAbove(likeness, COLUMNS / 2.0);
    }
}
