package dev.weir.accountant.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.selection.Draw;
import dev.weir.accountant.selection.SelectionPrice;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Tests the selection rule with exact probabilities. With whole scores and t = ln 2 every weight is a power of 1/2, so every
 * probability is a fraction. A loss of at most t s means that no probability is more than 2<sup>s</sup> times its
 * neighbour's.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SelectionTest {

    private static final int RUNS = 10_000;

    /** Scores with and without one unit, and the allowed span of its m records, in the same whole units. */
    private record Neighbours(long[] with, long[] without, long span) {}

    private static BigFraction[] odds(Draw draw, long[] scores) {
        long best = LongStream.of(scores).max().orElseThrow();
        BigFraction[] weights = LongStream.of(scores)
                .mapToObj(score -> new BigFraction(BigInteger.ONE, BigInteger.ONE.shiftLeft((int) (best - score))))
                .toArray(BigFraction[]::new);
        BigFraction sum = Arrays.stream(weights).reduce(BigFraction.ZERO, BigFraction::add);
        BigFraction[] odds = new BigFraction[scores.length];
        for (int i = 0; i < odds.length; i++) {
            odds[i] = draw == Draw.EXPONENTIAL ? weights[i].divide(sum) : permuted(weights, i);
        }
        return odds;
    }

    /** Returns w times the integral over s of the product of 1 - s w of the others. */
    private static BigFraction permuted(BigFraction[] weights, int of) {
        BigFraction[] product = new BigFraction[weights.length];
        Arrays.fill(product, BigFraction.ZERO);
        product[0] = BigFraction.ONE;
        for (int k = 0; k < weights.length; k++) {
            for (int power = weights.length - 1; k != of && power > 0; power--) {
                product[power] = product[power].subtract(product[power - 1].multiply(weights[k]));
            }
        }
        BigFraction integral = BigFraction.ZERO;
        for (int power = 0; power < product.length; power++) {
            integral = integral.add(product[power].divide(power + 1));
        }
        return integral.multiply(weights[of]);
    }

    private static boolean keepsTo(Neighbours pair, Draw draw) {
        BigFraction[] with = odds(draw, pair.with);
        BigFraction[] without = odds(draw, pair.without);
        BigFraction factor = new BigFraction(BigInteger.ONE.shiftLeft((int) pair.span), BigInteger.ONE);
        for (int i = 0; i < with.length; i++) {
            if (with[i].compareTo(without[i].multiply(factor)) > 0
                    || without[i].compareTo(with[i].multiply(factor)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Neighbours random(SplittableRandom random) {
        int candidates = random.nextInt(2, 6);
        int records = random.nextInt(1, 4);
        return switch (random.nextInt(3)) {
            case 0 -> votes(random, candidates, records);
            case 1 -> onePerCandidate(random, candidates);
            default -> quantile(random, candidates, records, 2);
        };
    }

    /** Returns neighbours whose unit has records that each add 1 to one candidate: r = 1. */
    private static Neighbours votes(SplittableRandom random, int candidates, int records) {
        long[] without = random.longs(candidates, 0, 12).toArray();
        long[] with = without.clone();
        for (int i = 0; i < records; i++) {
            with[random.nextInt(candidates)]++;
        }
        return new Neighbours(with, without, records);
    }

    /** Returns neighbours whose unit votes once for any number of candidates, which has one record's span. */
    private static Neighbours onePerCandidate(SplittableRandom random, int candidates) {
        long[] without = random.longs(candidates, 0, 12).toArray();
        long[] with = without.clone();
        for (int i = 0; i < candidates; i++) {
            with[i] += random.nextInt(2);
        }
        return new Neighbours(with, without, 1);
    }

    /**
     * Returns neighbours of ranks about q n, q = a / b, in units of 1 / b: r = {@code factor} max(q, 1 - q). The correct
     * factor is 2.
     */
    private static Neighbours quantile(SplittableRandom random, int leaves, int records, int factor) {
        int b = random.nextInt(2, 6);
        int a = random.nextInt(1, b);
        long[] without = random.longs(leaves, 0, 4).toArray();
        long[] with = without.clone();
        for (int i = 0; i < records; i++) {
            with[random.nextInt(leaves)]++;
        }
        return new Neighbours(ranks(with, a, b), ranks(without, a, b), (long) factor * Math.max(a, b - a) * records);
    }

    private static long[] ranks(long[] counts, int a, int b) {
        long rank = a * LongStream.of(counts).sum();
        long[] scores = new long[counts.length];
        long below = 0;
        for (int i = 0; i < scores.length; i++) {
            long upTo = below + counts[i];
            scores[i] = -Math.max(0, Math.max(b * below - rank, rank - b * upTo));
            below = upTo;
        }
        return scores;
    }

    @Test
    void ten_thousand_random_neighbours_never_lose_more_than_temperature_times_span() {
        for (int run = 0; run < RUNS; run++) {
            Neighbours pair = random(new SplittableRandom(run));
            for (Draw draw : Draw.values()) {
                assertThat(keepsTo(pair, draw)).as("%s of run %d", draw, run).isTrue();
            }
        }
    }

    /**
     * A deliberately wrong variant: the span of ranks without its factor 2, as for an exponent of epsilon u / (sensitivity of
     * u).
     */
    @Test
    void ranks_without_the_factor_two_lose_more() {
        for (Draw draw : Draw.values()) {
            long lost = LongStream.range(0, 500)
                    .filter(run -> !keepsTo(quantile(new SplittableRandom(run), 4, 1, 1), draw))
                    .count();
            assertThat(lost).isPositive();
        }
    }

    /** A deliberately wrong variant: scores that a record moves by 1 in either direction, with t = p. */
    @Test
    void signed_scores_without_the_factor_two_lose_more() {
        Neighbours pair = new Neighbours(new long[] {6, 4}, new long[] {5, 5}, 1);
        assertThat(keepsTo(pair, Draw.EXPONENTIAL)).isFalse();
        assertThat(keepsTo(pair, Draw.PERMUTE_AND_FLIP)).isFalse();
        assertThat(keepsTo(new Neighbours(pair.with, pair.without, 2), Draw.EXPONENTIAL))
                .isTrue();
        assertThat(keepsTo(new Neighbours(pair.with, pair.without, 2), Draw.PERMUTE_AND_FLIP))
                .isTrue();
    }

    /**
     * The temperature times the span of m records must equal the price of m records, and the charge must cover it except for
     * rounding.
     */
    @Test
    void the_charge_covers_the_loss_of_any_number_of_records() {
        SplittableRandom random = new SplittableRandom(7);
        for (int run = 0; run < RUNS; run++) {
            Ratio span = Ratio.of(1 + random.nextInt(40), 1 + random.nextInt(20));
            Ratio price = Ratio.of(1 + random.nextLong(1_000_000), 1 + random.nextLong(100_000_000));
            Selection pure = new Selection(Norm.L1, price, span);
            int m = 1 + random.nextInt(30);
            Ratio loss = pure.temperature().times(span).times(Ratio.of(m, 1));
            assertThat(loss).isEqualTo(price.times(Ratio.of(m, 1)));
            assertThat(pure.cost(BigInteger.valueOf(m)).value())
                    .isGreaterThanOrEqualTo(loss.toBigDecimal().subtract(new BigDecimal("1e-25")));
            assertThat(pure.event(BigInteger.valueOf(m)).epsilon())
                    .isGreaterThanOrEqualTo(loss.toDouble() * (1 - 1e-15));
        }
    }

    private static double delta(double epsilon, BigFraction[] one, BigFraction[] other) {
        double delta = 0;
        for (int i = 0; i < one.length; i++) {
            delta += Math.max(0, one[i].doubleValue() - Math.exp(epsilon) * other[i].doubleValue());
        }
        return delta;
    }

    /** Returns the largest excess of a pair's delta over that of mu-Gaussian privacy, over a range of epsilon. */
    private static double excess(Neighbours pair, Draw draw, double mu) {
        BigFraction[] with = odds(draw, pair.with);
        BigFraction[] without = odds(draw, pair.without);
        double excess = Double.NEGATIVE_INFINITY;
        for (double epsilon = 0; epsilon < 3; epsilon += 0.1) {
            double curve = GaussianCurve.delta(epsilon, mu);
            excess = Math.max(excess, Math.max(delta(epsilon, with, without), delta(epsilon, without, with)) - curve);
        }
        return excess;
    }

    /** Returns the mu that the class charges for a range of ln 2 times the span. */
    private static double muOf(long span) {
        double price = SelectionPrice.halfMuSquared(span * Math.log(2));
        return Math.sqrt(2 * price);
    }

    @Test
    void two_thousand_random_draws_of_the_exponential_mechanism_stay_below_the_gaussian_curve_that_is_charged() {
        for (int run = 0; run < 2_000; run++) {
            Neighbours pair = random(new SplittableRandom(run));
            assertThat(excess(pair, Draw.EXPONENTIAL, muOf(pair.span))).isLessThan(1e-12);
            assertThat(excess(pair, Draw.PERMUTE_AND_FLIP, muOf(2 * pair.span))).isLessThan(1e-12);
        }
    }

    /** A deliberately wrong variant: permute-and-flip at the price of the exponential mechanism. */
    @Test
    void permute_and_flip_would_cost_more_in_gaussian_privacy() {
        long above = LongStream.range(0, 500)
                .filter(run -> {
                    Neighbours pair = votes(new SplittableRandom(run), 2, 2);
                    return excess(pair, Draw.PERMUTE_AND_FLIP, muOf(pair.span)) > 1e-3;
                })
                .count();
        assertThat(above).isPositive();
    }

    @Test
    void a_selection_draws_one_number_and_costs_what_noise_of_size_one_would() {
        DiscreteLaplace laplace = new DiscreteLaplace(Ratio.of(5, 2));
        Selection pure = Selection.of(laplace, Ratio.of(9, 5));
        assertThat(pure.price()).isEqualTo(Ratio.of(2, 5));
        assertThat(pure.temperature()).isEqualTo(Ratio.of(2, 9));
        assertThat(pure.label()).isEqualTo("permute-and-flip");
        assertThat(pure.cost(BigInteger.TWO)).isEqualTo(laplace.cost(BigInteger.TWO));
        RoundedGaussian gaussian = new RoundedGaussian(Ratio.of(50, 1));
        Selection concentrated = Selection.of(gaussian, Ratio.ONE);
        assertThat(concentrated.price()).isEqualTo(Ratio.of(1, 100));
        assertThat(concentrated.cost(BigInteger.valueOf(9))).isEqualTo(gaussian.cost(BigInteger.valueOf(9)));
        assertThat(concentrated.cost(BigInteger.ONE).currency()).isEqualTo(Currency.HALF_MU_SQUARED);
        assertThat(concentrated.event(BigInteger.valueOf(9)).mu()).isCloseTo(3 * Math.sqrt(0.02), within(1e-12));
    }

    /** The exponential variables of all other candidates are below this error with probability 0.95. */
    @Test
    void the_error_is_that_of_the_largest_of_the_others() {
        Selection pure = new Selection(Norm.L1, Ratio.of(1, 2), Ratio.ONE);
        double error = pure.scoreError95(1024);
        assertThat(Math.pow(1 - Math.exp(-error / 2), 1023)).isCloseTo(0.95, within(1e-12));
        assertThat(pure.scoreError95(1)).isZero();
    }
}
