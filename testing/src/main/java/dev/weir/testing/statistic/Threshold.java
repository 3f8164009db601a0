package dev.weir.testing.statistic;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * An event of one number: that it is at least a threshold, below it, or equal to it. It is chosen by the worlds that serve for
 * training, and counted in the others.
 *
 * @param relation how the number compares with the threshold
 * @param value the threshold
 * @param exchanged whether the canary makes the event rarer
 * @param promise how large a loss the training worlds promise, for comparison alone
 */
record Threshold(Relation relation, double value, boolean exchanged, double promise) {

    /** How many thresholds are tried, evenly spread over the worlds. */
    private static final int TRIED = 400;

    /** How a number compares with a threshold. */
    enum Relation {
        /** The number is at least the threshold. */
        AT_LEAST,
        /** The number is the threshold. */
        EQUAL;

        boolean holds(double number, double threshold) {
            return this == EQUAL ? number == threshold : number >= threshold;
        }
    }

    /** A measure of the loss that counts show, by an approximation that is quick to compute. */
    @FunctionalInterface
    interface Measure {
        double of(double least, double most);
    }

    /**
     * The event that promises the largest loss.
     *
     * @param numbers one number for each world
     * @param trials the worlds
     * @param isChosen which worlds it is chosen by
     * @param measure the measure of the loss
     */
    static Threshold best(double[] numbers, Trials trials, IntPredicate isChosen, Measure measure) {
        double[] with = sorted(numbers, trials, isChosen, true);
        double[] without = sorted(numbers, trials, isChosen, false);
        double[] tried = IntStream.range(0, TRIED)
                .mapToDouble(i -> quantile(i % 2 == 0 ? with : without, i / 2, TRIED / 2))
                .distinct()
                .toArray();
        Threshold best = new Threshold(Relation.AT_LEAST, Double.NEGATIVE_INFINITY, false, 0);
        for (double value : tried) {
            double aboveWith = atLeast(with, value);
            double aboveWithout = atLeast(without, value);
            best = best.or(better(Relation.AT_LEAST, value, aboveWith, aboveWithout), with, without, measure);
            double equalWith = aboveWith - atLeast(with, Math.nextUp(value));
            double equalWithout = aboveWithout - atLeast(without, Math.nextUp(value));
            best = best.or(better(Relation.EQUAL, value, equalWith, equalWithout), with, without, measure);
        }
        return best;
    }

    private record Candidate(Relation relation, double value, double hitsWith, double hitsWithout) {}

    private static Candidate better(Relation relation, double value, double with, double without) {
        return new Candidate(relation, value, with, without);
    }

    private Threshold or(Candidate other, double[] with, double[] without, Measure measure) {
        double oneWay =
                measure.of(wilson(other.hitsWith, with.length, -1), wilson(other.hitsWithout, without.length, 1));
        double otherWay =
                measure.of(wilson(other.hitsWithout, without.length, -1), wilson(other.hitsWith, with.length, 1));
        double most = Math.max(oneWay, otherWay);
        return most > promise ? new Threshold(other.relation, other.value, otherWay > oneWay, most) : this;
    }

    /** The end of Wilson's interval (1927) at 2.6 deviations: near the exact bound, and quick. */
    private static double wilson(double hits, int trials, int side) {
        double z = 2.6;
        double rate = hits / trials;
        double root = Math.sqrt(rate * (1 - rate) / trials + z * z / (4.0 * trials * trials));
        double end = (rate + z * z / (2 * trials) + side * z * root) / (1 + z * z / trials);
        return Math.min(1, Math.max(0, end));
    }

    private static double[] sorted(double[] numbers, Trials trials, IntPredicate isChosen, boolean canary) {
        return IntStream.range(0, trials.count())
                .filter(world -> isChosen.test(world) && trials.hasCanary(world) == canary)
                .mapToDouble(world -> numbers[world])
                .sorted()
                .toArray();
    }

    private static double quantile(double[] sorted, int part, int parts) {
        return sorted[(int) ((long) part * sorted.length / parts)];
    }

    private static double atLeast(double[] sorted, double value) {
        int found = Arrays.binarySearch(sorted, value);
        while (found > 0 && sorted[found - 1] == value) {
            found--;
        }
        return sorted.length - (found >= 0 ? found : -found - 1);
    }

    /** Counts the event in the worlds that serve for the bound; with the arms exchanged if the canary makes it rarer. */
    EventCounts count(double[] numbers, Trials trials) {
        int[] hits = new int[2];
        int[] worlds = new int[2];
        for (int world = 0; world < trials.count(); world++) {
            int arm = trials.hasCanary(world) ? 1 : 0;
            worlds[arm] += trials.isTraining(world) ? 0 : 1;
            hits[arm] += !trials.isTraining(world) && relation.holds(numbers[world], value) ? 1 : 0;
        }
        EventCounts counts = new EventCounts(hits[1], worlds[1], hits[0], worlds[0]);
        return exchanged ? counts.exchanged() : counts;
    }
}
