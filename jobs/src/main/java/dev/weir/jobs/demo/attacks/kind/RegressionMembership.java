package dev.weir.jobs.demo.attacks.kind;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.jobs.demo.attacks.world.Answer;
import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Fact;
import dev.weir.jobs.demo.attacks.world.Laws;
import dev.weir.jobs.demo.attacks.world.View;
import dev.weir.jobs.demo.attacks.world.World;
import dev.weir.operators.api.Features;
import dev.weir.operators.api.PrivateQuery;
import dev.weir.operators.api.PrivateStream;
import dev.weir.operators.result.Release;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A linear regression with nearly as many weights as people predicts its own people too well. Numbers of records are in thousandths:
 * features, then the label, all independent and standard normal.
 */
final class RegressionMembership extends Attack {

    private static final long serialVersionUID = 1L;
    private static final int FEATURES = 16;
    private static final int PEOPLE = 17;
    private static final int TIMES = 24;
    private static final long LARGEST = 4000;
    private static final double ONE_UNIT = 1000;
    private static final Budget SMALL =
            new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("0.000001")));

    @Override
    public Laws laws() {
        String size = " --features " + FEATURES + " --people " + PEOPLE;
        return new Laws("regression", size.strip(), "--scale 0.5 --times " + TIMES + size, "--epsilon 1 --delta 1e-6");
    }

    @Override
    public int slots() {
        return 1 + PEOPLE;
    }

    @Override
    public Fact fact(World world, int slot) {
        long time = START.toEpochMilli();
        boolean isThere = slot > 0 || world.bit();
        return isThere ? Fact.of(time, world, slot, numbers(world, slot)) : Fact.empty(time, world);
    }

    private static long[] numbers(World world, int person) {
        SplittableRandom random = world.random(person + 1L);
        return IntStream.rangeClosed(0, FEATURES)
                .mapToLong(number -> Math.round(ONE_UNIT * random.nextGaussian()))
                .toArray();
    }

    @Override
    public int figures() {
        return FEATURES;
    }

    @Override
    public int totals() {
        return (FEATURES + 1) * (FEATURES + 2) / 2;
    }

    @Override
    public void add(Fact fact, long[] totals) {
        int next = 0;
        for (int i = 0; i <= FEATURES; i++) {
            for (int j = i; j <= FEATURES; j++) {
                totals[next++] += fact.numbers()[i] * fact.numbers()[j];
            }
        }
    }

    @Override
    public long[] published(long[] totals) {
        return Weights.of(totals, FEATURES);
    }

    @Override
    public int answers() {
        return TIMES;
    }

    /** Half a unit, in thousandths. */
    @Override
    public Ratio scale() {
        return Ratio.of(500, 1);
    }

    @Override
    public Budget budget() {
        return SMALL;
    }

    @Override
    public List<PrivateQuery<Fact>> queries(PrivateStream<Fact> stream, List<String> keys) {
        Features<Fact> features = Features.none();
        for (int i = 0; i < FEATURES; i++) {
            int number = i;
            features = features.number("x" + i, fact -> fact.numbers()[number], -LARGEST, LARGEST);
        }
        return List.of(stream.query(query(0))
                .byDeclaredKey(Fact::key, keys)
                .every(HOUR)
                .atMost(1, 1)
                .aggregate(features.explaining("y", fact -> fact.numbers()[FEATURES], -LARGEST, LARGEST)
                        .regression("weights"))
                .spending(1, 1));
    }

    @Override
    public Answer answer(Release row) {
        if (!(row.values().get(0).fields().get("coefficients") instanceof Map<?, ?> weights)) {
            throw new IllegalStateException("a regression must be released with its coefficients");
        }
        double[] figures = new double[FEATURES];
        for (int i = 0; i < FEATURES; i++) {
            figures[i] = weights.get("x" + i) instanceof Number weight ? ONE_UNIT * weight.doubleValue() : 0;
        }
        return new Answer(World.numberOf(row.id().key()), 0, figures);
    }

    @Override
    public boolean guess(View view) {
        long[] person = numbers(view.world(), 0);
        double error = person[FEATURES];
        for (int i = 0; i < FEATURES; i++) {
            error -= person[i] * view.mean(i) / ONE_UNIT;
        }
        return Math.abs(error) < ONE_UNIT; // so small an error only for a member
    }
}
