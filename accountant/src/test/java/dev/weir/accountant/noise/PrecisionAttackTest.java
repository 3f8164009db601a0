package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Ratio;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Attacks A1 and A2: inferring the input from the digits of an output.
 *
 * <p>50 000 outputs on each of two neighbours. A1 involves no chance. A2 counts events E on both; under epsilon-DP z = (a -
 * e^epsilon b) / sqrt(a + e^(2 epsilon) b) is at most standard normal. It exceeds 6 once in 1e9, and in 4 tests of 4 x 60
 * events once in a million runs.
 */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PrecisionAttackTest {

    private static final int DRAWS = 50_000;
    private static final int DEEPEST = 60;
    private static final Ratio TENTH = Ratio.of(1, 10);
    private static final double[] NOBODY = {};

    private final Randomness randomness = new SeededRandomness(10);

    @Test
    void a1_both_neighbours_reach_the_same_lattice() {
        assertThat(leaksLattice(NoisySum.laplace(1, Ratio.of(1, 1)))).isFalse();
        assertThat(leaksLattice(NoisySum.gaussian(1, Ratio.of(1, 1)))).isFalse();
    }

    @Test
    void a1_catches_the_textbook() {
        assertThat(leaksLattice(NoisySum.textbook(1, 1))).isTrue();
    }

    @Test
    void a2_the_number_of_fractional_bits_does_not_tell_the_neighbours_apart() {
        assertThat(precisionScore(NoisySum.laplace(1, TENTH), 1)).isLessThan(6);
        assertThat(precisionScore(NoisySum.laplace(1024, TENTH), 1024)).isLessThan(6);
    }

    @Test
    void a2_catches_the_textbook() {
        assertThat(precisionScore(NoisySum.textbook(1, 0.1), 1)).isGreaterThan(6);
        assertThat(precisionScore(NoisySum.textbook(1024, 0.1), 1024)).isGreaterThan(6);
    }

    /** Whether the finest steps of the outputs differ, or are finer than the largest output can represent. */
    private boolean leaksLattice(NoisySum sum) {
        double[] without = outputs(sum, NOBODY);
        double[] with = outputs(sum, new double[] {1});
        int finest = finestBit(without);
        double largest = DoubleStream.concat(Arrays.stream(without), Arrays.stream(with))
                .map(Math::abs)
                .max()
                .orElseThrow();
        return finest != finestBit(with) || Math.scalb(1.0, -finest) < Math.ulp(largest);
    }

    private static int finestBit(double[] outputs) {
        return Arrays.stream(outputs)
                .mapToInt(PrecisionAttackTest::fractionalBits)
                .max()
                .orElseThrow();
    }

    /** Returns the largest z over the events "exactly k" and "at least k fractional bits", in both directions. */
    private double precisionScore(NoisySum sum, double record) {
        long[] without = bitCounts(outputs(sum, NOBODY));
        long[] with = bitCounts(outputs(sum, new double[] {record}));
        double worst = 0;
        long atLeastWithout = 0;
        long atLeastWith = 0;
        for (int k = DEEPEST; k >= 0; k--) {
            atLeastWithout += without[k];
            atLeastWith += with[k];
            worst = Math.max(worst, Math.max(score(without[k], with[k]), score(atLeastWithout, atLeastWith)));
        }
        return worst;
    }

    private static double score(long a, long b) {
        double e = Math.exp(0.1);
        double forth = (a - e * b) / Math.sqrt(a + e * e * b + 1e-9);
        double back = (b - e * a) / Math.sqrt(b + e * e * a + 1e-9);
        return Math.max(forth, back);
    }

    private static long[] bitCounts(double[] outputs) {
        long[] counts = new long[DEEPEST + 1];
        for (double output : outputs) {
            counts[Math.min(DEEPEST, Math.max(0, fractionalBits(output)))]++;
        }
        return counts;
    }

    /** Returns the number of binary digits of an output after the point. */
    private static int fractionalBits(double output) {
        if (output == 0) {
            return 0;
        }
        long mantissa = (Double.doubleToRawLongBits(output) & ((1L << 52) - 1)) | (1L << 52);
        return 52 - Math.getExponent(output) - Long.numberOfTrailingZeros(mantissa);
    }

    private double[] outputs(NoisySum sum, double[] records) {
        return DoubleStream.generate(sum.releases(records, randomness))
                .limit(DRAWS)
                .toArray();
    }
}
