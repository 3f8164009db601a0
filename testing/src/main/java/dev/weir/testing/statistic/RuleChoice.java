package dev.weir.testing.statistic;

import dev.weir.testing.statistic.Rule.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Chooses the rule of guesses that promises the largest bound, by worlds that serve for nothing else.
 *
 * <p>Where the loss of one number is unbounded, as under Gaussian noise, guesses about few worlds bound &epsilon; best; where it is
 * bounded, as under Laplace noise, guesses about all worlds at which the loss is near its maximum do. So rules of all sizes are tried:
 * at one end of the numbers, at both, and about a single number.
 */
final class RuleChoice {

    /** How many numbers are tried as ends of intervals. */
    private static final int TRIED = 160;

    private static final BinomialBound QUICK = new BinomialBound.Quick();

    private final Arms sorted;
    private final Claim claim;
    private Rule best = new Rule(Interval.NONE, Interval.NONE);
    private double promise = Double.NEGATIVE_INFINITY;

    private RuleChoice(Arms sorted, Claim claim) {
        this.sorted = sorted;
        this.claim = claim;
    }

    /**
     * A rule.
     *
     * @param sorted the numbers that it is chosen by, in ascending order
     * @param claim the loss that it is to show
     */
    static Rule of(Arms sorted, Claim claim) {
        RuleChoice choice = new RuleChoice(sorted, claim);
        if (!sorted.isMissing()) {
            double[] ends = choice.ends();
            List<Interval> above = new ArrayList<>();
            List<Interval> upTo = new ArrayList<>();
            for (double end : ends) {
                above.add(Interval.from(end));
                upTo.add(Interval.upTo(end));
                choice.tryBoth(new Rule(new Interval(end, end), Interval.NONE));
                choice.tryBoth(new Rule(Interval.from(end), Interval.upTo(Math.nextDown(end))));
            }
            choice.tryAtEnds(above, upTo);
            choice.tryAtEnds(upTo, above);
        }
        return choice.best;
    }

    /** How large a bound a rule promises, by the numbers of some worlds, for comparison alone. */
    static double promise(Rule rule, Arms sorted, Claim claim) {
        return rule.count(sorted).score(claim, QUICK);
    }

    private double[] ends() {
        return IntStream.range(0, TRIED / 2)
                .boxed()
                .flatMapToDouble(i -> DoubleStream.of(quantile(sorted.with(), i), quantile(sorted.without(), i)))
                .sorted()
                .distinct()
                .toArray();
    }

    private static double quantile(double[] sorted, int part) {
        return sorted[(int) ((long) part * sorted.length / (TRIED / 2))];
    }

    private void tryBoth(Rule rule) {
        tryOne(rule);
        tryOne(rule.exchanged());
    }

    private void tryOne(Rule rule) {
        double promised = promise(rule, sorted, claim);
        if (promised > promise) {
            promise = promised;
            best = rule;
        }
    }

    /** One end alone, then both: of the same size, and then each end in turn beside the best other one. */
    private void tryAtEnds(List<Interval> yes, List<Interval> no) {
        yes.forEach(interval -> tryOne(new Rule(interval, Interval.NONE)));
        no.forEach(interval -> tryOne(new Rule(Interval.NONE, interval)));
        if (claim.kind() == Claim.Kind.EPSILON) {
            for (int i = 0; i < yes.size(); i++) {
                tryPair(yes.get(yes.size() - 1 - i), no.get(i));
            }
            Interval kept = best.no();
            yes.forEach(interval -> tryPair(interval, kept));
            Interval found = best.yes();
            no.forEach(interval -> tryPair(found, interval));
        }
    }

    private void tryPair(Interval yes, Interval no) {
        if (yes.low() > no.high() || no.low() > yes.high()) {
            tryOne(new Rule(yes, no));
        }
    }
}
