package dev.weir.accountant.continual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.continual.SeriesPrice.Term;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Compares the charge for contributions to a block of several numbers with their effect, in exact arithmetic. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesBlockTest {

    private static final int LAST = 48;
    private static final int KEYS = 2;
    private static final Ratio HALF = Ratio.of(1, 2);

    /** A random block and price, and a unit of up to ten random vectors. */
    private static final class Run {
        private final SplittableRandom random;
        private final Norm norm;
        private final List<Ratio> factors;
        private final long most;
        private final Participation bounds;
        private final PricedSeries priced;
        private int refused;

        Run(long seed, boolean isBroken) {
            random = new SplittableRandom(seed);
            norm = random.nextBoolean() || isBroken ? Norm.SQUARED_L2 : Norm.L1;
            factors = IntStream.range(0, 1 + random.nextInt(4))
                    .mapToObj(k -> random.nextBoolean() ? HALF : Ratio.ONE)
                    .toList();
            most = 1L << random.nextInt(12);
            long times = random.nextBoolean() ? 1 + random.nextInt(10) : Participation.UNLIMITED;
            bounds = new Participation(Participation.UNLIMITED, times, random.nextInt(2));
            priced = priced(1 + random.nextInt(9));
        }

        private PricedSeries priced(long contributions) {
            SeriesPrice price = new SeriesPrice(
                    norm == Norm.L1 ? Simulation.EPSILON : Simulation.HALF, contributions, bounds, LAST);
            long[] full = new long[factors.size()];
            Arrays.fill(full, most);
            BigInteger fullSize = BigInteger.valueOf(BlockUnit.size(norm, factors, full));
            List<Term> terms = List.of(Term.block(norm, fullSize, factors, 1 + random.nextInt(3)), new Term(7, 2));
            return norm == Norm.L1 ? price.of(KaryTree.of(LAST), terms) : price.of(Simulation.DAY, terms);
        }

        BlockUnit unit(ToLongFunction<long[]> size) {
            BlockUnit unit = new BlockUnit(priced, factors, KEYS, LAST, size);
            for (int i = 0; i < 10; i++) {
                refused += unit.take(random.nextInt(KEYS), 1 + random.nextInt(LAST), vector()) ? 0 : 1;
            }
            return unit;
        }

        private long[] vector() {
            boolean isFull = random.nextInt(3) == 0;
            return factors.stream()
                    .mapToLong(factor -> isFull ? most : random.nextLong(-most, most + 1))
                    .toArray();
        }

        long size(long[] vector) {
            return BlockUnit.size(norm, factors, vector);
        }
    }

    @Test
    void ten_thousand_random_units_never_lose_more_than_they_were_charged() {
        int refused = 0;
        double nearest = 0;
        for (int seed = 0; seed < 10_000; seed++) {
            Run run = new Run(seed, false);
            BlockUnit unit = run.unit(run::size);
            BigFraction loss = unit.loss(1 + seed % 1000);
            assertThat(loss).as("seed " + seed).isLessThanOrEqualTo(unit.charged());
            assertThat(unit.isWithinShare()).isTrue();
            refused += run.refused;
            nearest = Math.max(
                    nearest, loss.doubleValue() / Math.max(1e-30, unit.charged().doubleValue()));
        }
        assertThat(refused).isBetween(10_000, 90_000);
        assertThat(nearest).isBetween(0.99, 1.0);
    }

    /** A deliberately wrong variant, which must lose: it takes a vector's largest number for its length. */
    @Test
    void the_largest_number_of_a_vector_is_not_its_length() {
        int lost = 0;
        for (int seed = 0; seed < 100; seed++) {
            Run run = new Run(seed, true);
            BlockUnit unit = run.unit(vector -> largest(vector) * largest(vector));
            lost += unit.loss(1).compareTo(unit.charged()) > 0 ? 1 : 0;
        }
        assertThat(lost).isGreaterThan(30);
    }

    /** A deliberately wrong variant, which must lose: it ignores the factors of the noise. */
    @Test
    void a_length_counts_the_factors_of_the_noise() {
        int lost = 0;
        for (int seed = 0; seed < 100; seed++) {
            Run run = new Run(seed, true);
            List<Ratio> ones = Collections.nCopies(run.factors.size(), Ratio.ONE);
            BlockUnit unit = run.unit(vector -> BlockUnit.size(run.norm, ones, vector));
            lost += unit.loss(1).compareTo(unit.charged()) > 0 ? 1 : 0;
        }
        assertThat(lost).isGreaterThan(3);
    }

    @Test
    void a_length_is_the_root_rounded_up_to_units_and_no_more() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            BigInteger full =
                    BigInteger.ONE.shiftLeft(random.nextInt(100)).add(BigInteger.valueOf(random.nextInt(1000)));
            BlockLength length = BlockLength.of(Norm.SQUARED_L2, full);
            BigInteger size = full.shiftRight(random.nextInt(8))
                    .subtract(BigInteger.valueOf(random.nextInt(2)))
                    .max(BigInteger.ZERO);
            BigInteger found = BigInteger.valueOf(length.of(UInt128.high(size), UInt128.low(size)));
            BigInteger fine = size.shiftLeft(2 * length.bits());
            assertThat(found.pow(2)).isGreaterThanOrEqualTo(fine);
            assertThat(found.signum() == 0
                            || found.subtract(BigInteger.ONE).pow(2).compareTo(fine) < 0)
                    .isTrue();
        }
    }

    /** A length that a word cannot hold could not be distinguished from a truncated one. */
    @Test
    void a_full_size_whose_length_a_word_does_not_hold_is_refused() {
        BigInteger most = BigInteger.valueOf(Long.MAX_VALUE - 1);
        requireLargest(Norm.L1, most);
        requireLargest(Norm.SQUARED_L2, most.pow(2));
        BigInteger words = BigInteger.ONE.shiftLeft(127);
        for (Norm norm : Norm.values()) {
            requireRefused(norm, words.subtract(BigInteger.ONE));
            requireRefused(norm, words);
            requireRefused(norm, BigInteger.ONE.shiftLeft(300));
        }
        requireRefused(Norm.L1, BigInteger.ONE.shiftLeft(63));
    }

    private static void requireLargest(Norm norm, BigInteger fullSize) {
        assertThat(Term.block(norm, fullSize, List.of(Ratio.ONE), 1).fullSize()).isEqualTo(Long.MAX_VALUE - 1);
        requireRefused(norm, fullSize.add(BigInteger.ONE));
    }

    private static void requireRefused(Norm norm, BigInteger fullSize) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Term.block(norm, fullSize, List.of(Ratio.ONE), 1))
                .withMessageStartingWith("full size of a block must be below 2^63 - 1 in length");
    }

    /**
     * The records have full size, different keys, and the maximum number of contributions. In the worst pattern they cost
     * exactly the share.
     */
    @Test
    void full_size_vectors_cost_what_full_size_numbers_do() {
        List<Ratio> factors = Collections.nCopies(3, Ratio.ONE);
        SeriesPrice price = new SeriesPrice(Simulation.HALF, 2, Participation.ANY, LAST);
        PricedSeries priced =
                price.of(Simulation.DAY, List.of(Term.block(Norm.SQUARED_L2, BigInteger.valueOf(3), factors, 1)));
        BlockUnit unit = new BlockUnit(priced, factors, 3, LAST, v -> BlockUnit.size(Norm.SQUARED_L2, factors, v));
        long[] ones = {1, 1, 1};
        assertThat(unit.take(0, 5, ones) && unit.take(1, 9, ones)).isTrue();
        assertThat(unit.take(2, 9, ones)).isFalse();
        assertThat(unit.charged().doubleValue()).isBetween(0.499999, 0.5);
        assertThat(unit.loss(3).doubleValue()).isBetween(0.45, 0.5);
        assertThat(priced.cost(0, new Participation(2, 1, 0)).value().doubleValue())
                .isBetween(0.499999, 0.5);
        assertThat(priced.cost(0, new Participation(1, 1, 0)).value().doubleValue())
                .isBetween(0.2499999, 0.25);
        assertThat(priced.cost(0, Participation.ANY).femto()).isEqualTo(Long.MAX_VALUE);
    }

    private static long largest(long[] vector) {
        return Arrays.stream(vector).map(Math::abs).max().orElse(0);
    }
}
