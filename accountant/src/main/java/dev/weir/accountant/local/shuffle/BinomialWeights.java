package dev.weir.accountant.local.shuffle;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The probabilities of a binomial number around its most probable value, and their sums from either end, in which small ones
 * keep their digits.
 *
 * <p><b>Bound.</b> Numbers less probable than 1e-45 of the most probable one are left out. From there on, each probability is
 * smaller than the one before by a factor that decreases, and at most 2<sup>31</sup> are left: together they are below {@link
 * #LEFT_OUT}.
 */
final class BinomialWeights {

    /** An upper bound on the probability of all numbers that are left out. */
    static final double LEFT_OUT = 1e-35;

    private static final double SMALLEST = 1e-45;

    private final int trials;
    private final double odds;
    private final int first;
    private final int middle;
    private final double[] before;
    private final double[] from;

    /**
     * The distribution of a number of successes.
     *
     * @param trials how many trials there are, at least 0
     * @param odds the probability of success over that of failure, of which both have their digits, above 0
     */
    BinomialWeights(int trials, double odds) {
        this.trials = trials;
        this.odds = odds;
        int mode = (int) Math.min(trials, Math.floor((trials + 1.0) * (odds / (1 + odds))));
        double[] down = falling(mode, i -> (mode - i) / (trials - mode + i + 1.0) / odds);
        double[] up = falling(trials - mode, i -> (trials - mode - i) / (mode + i + 1.0) * odds);
        this.first = mode - down.length;
        this.middle = down.length;
        double[] weights = joined(down, up);
        this.before = sums(weights);
        this.from = reversed(sums(reversed(weights)));
    }

    /** Products of the first ratios, as far as they are not too small. */
    private static double[] falling(int count, IntToDoubleFunction ratio) {
        double[] products = new double[Math.min(count, 16)];
        double product = 1;
        int length = 0;
        for (; length < count; length++) {
            product *= ratio.applyAsDouble(length);
            if (product < SMALLEST) {
                break;
            }
            products = length < products.length ? products : Arrays.copyOf(products, 2 * length);
            products[length] = product;
        }
        return Arrays.copyOf(products, length);
    }

    private static double[] joined(double[] down, double[] up) {
        double[] weights = new double[down.length + 1 + up.length];
        System.arraycopy(reversed(down), 0, weights, 0, down.length);
        weights[down.length] = 1;
        System.arraycopy(up, 0, weights, down.length + 1, up.length);
        double total = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / total).toArray();
    }

    /** The sum of all numbers before each, and of all. */
    private static double[] sums(double[] weights) {
        double[] sums = new double[weights.length + 1];
        for (int i = 0; i < weights.length; i++) {
            sums[i + 1] = sums[i] + weights[i];
        }
        return sums;
    }

    private static double[] reversed(double[] numbers) {
        double[] reversed = new double[numbers.length];
        Arrays.setAll(reversed, i -> numbers[numbers.length - 1 - i]);
        return reversed;
    }

    /** How many numbers there are. */
    int size() {
        return before.length - 1;
    }

    /** The place of the most probable number. */
    int middle() {
        return middle;
    }

    /** The number at a place. */
    int number(int place) {
        return first + place;
    }

    /** The probability of all numbers before a place, from 0 to the size. */
    double before(int place) {
        return before[place];
    }

    /** The probability of all numbers from a place on, from 0 to the size. */
    double from(int place) {
        return from[place];
    }

    /** The probability of the numbers from one place to before another, of which the second may be behind the last. */
    double between(int start, int end) {
        int last = Math.min(size(), end);
        return start < middle ? before[last] - before[start] : from[start] - from[last];
    }

    /** The probability of the number after a place's over that of the place's. */
    double ratio(int place) {
        return (trials - number(place)) / (number(place) + 1.0) * odds;
    }
}
