package dev.weir.accountant.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.noise.GoodnessOfFit;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.SeededRandomness;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reports with real weights and seeded bits against their exact laws by Pearson's chi-square. A right draw fails one check
 * with probability 1e-9; there are five.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("statistical")
class ReportDrawTest {

    private static final int DRAWS = 200_000;
    private static final double P_VALUE = 1e-9;

    private final Randomness randomness = new SeededRandomness(35);

    /** The number that the first byte holds in its first bits. */
    private static int first(byte[] report, int bits) {
        return (report[0] & 0xff) >>> (8 - bits);
    }

    private double pSubset(SubsetResponse drawn, SubsetResponse expected, int own) {
        SupportRates rates = expected.rates();
        double[] law = IntStream.range(0, 1 << 5)
                .mapToDouble(set -> Integer.bitCount(set) != 2
                        ? 0
                        : (set >> (4 - own) & 1) == 1 ? rates.own() / 4 : rates.ownMissing() / 6)
                .toArray();
        return GoodnessOfFit.pValue(law, DRAWS, () -> first(drawn.report(own, randomness), 5));
    }

    @Test
    void subsets_follow_their_law_and_those_of_other_odds_do_not() {
        SubsetResponse subset = new SubsetResponse(5, 2, Odds.of(BigDecimal.ONE));
        assertThat(pSubset(subset, subset, 3)).isGreaterThan(P_VALUE);
        SubsetResponse weaker = new SubsetResponse(5, 2, Odds.of(new BigDecimal("0.94")));
        assertThat(pSubset(weaker, subset, 3)).isLessThan(P_VALUE);
    }

    private double pBits(UnaryResponse drawn, double p, double q) {
        double[] law = IntStream.range(0, 1 << 3)
                .mapToDouble(bits ->
                        ((bits & 2) != 0 ? p : 1 - p) * ((bits & 4) != 0 ? q : 1 - q) * ((bits & 1) != 0 ? q : 1 - q))
                .toArray();
        return GoodnessOfFit.pValue(law, DRAWS, () -> first(drawn.report(1, randomness), 3));
    }

    @Test
    void bits_follow_their_law_and_those_of_the_other_form_do_not() {
        double root = Math.exp(0.5);
        UnaryResponse symmetric = UnaryResponse.symmetric(3, BigDecimal.ONE);
        UnaryResponse optimized = UnaryResponse.optimized(3, BigDecimal.ONE);
        assertThat(pBits(symmetric, root / (1 + root), 1 / (1 + root))).isGreaterThan(P_VALUE);
        assertThat(pBits(optimized, 0.5, 1 / (1 + Math.E))).isGreaterThan(P_VALUE);
        assertThat(pBits(symmetric, 0.5, 1 / (1 + Math.E))).isLessThan(P_VALUE);
    }

    @Test
    void hadamard_outputs_follow_their_law() {
        HadamardResponse hadamard = HadamardResponse.of(5, BigDecimal.ONE);
        double[] law = IntStream.range(0, 8)
                .mapToDouble(y -> (Integer.bitCount(y & 4) & 1) == 0 ? Math.E : 1)
                .map(weight -> weight / (4 * (Math.E + 1)))
                .toArray();
        assertThat(GoodnessOfFit.pValue(law, DRAWS, () -> first(hadamard.report(3, randomness), 3)))
                .isGreaterThan(P_VALUE);
        assertThat(GoodnessOfFit.pValue(law, DRAWS, () -> first(hadamard.report(0, randomness), 3)))
                .isLessThan(P_VALUE);
    }

    @Test
    void noise_of_a_local_laplace_follows_its_law() {
        LocalLaplace laplace = LocalLaplace.of(new NumberResponse.Range(0, 2), BigDecimal.ONE);
        double q = Math.exp(-0.5);
        double[] law = IntStream.rangeClosed(-40, 40)
                .mapToDouble(z -> (1 - q) / (1 + q) * Math.pow(q, Math.abs(z)))
                .toArray();
        assertThat(GoodnessOfFit.pValue(law, DRAWS, () -> noise(laplace, 9, 2))).isGreaterThan(P_VALUE);
        assertThat(GoodnessOfFit.pValue(law, DRAWS, () -> noise(laplace, 1, 2))).isLessThan(P_VALUE);
    }

    /** The place of the noise among 81 numbers around a value, far noise being at the ends. */
    private int noise(LocalLaplace laplace, long value, long clamped) {
        OptionalLong noisy = laplace.output(laplace.report(value, randomness));
        return (int) Math.max(0, Math.min(80, noisy.orElseThrow() - clamped + 40));
    }

    @Test
    void the_own_option_of_many_is_found_as_often_as_the_rates_say() {
        SubsetResponse subset = SubsetResponse.of(300, new BigDecimal("2"));
        long[] counters = new long[300];
        for (int i = 0; i < DRAWS / 10; i++) {
            assertThat(subset.count(subset.report(299, randomness), counters)).isTrue();
        }
        assertThat(Arrays.stream(counters).sum()).isEqualTo((long) subset.size() * DRAWS / 10);
        double p = subset.rates().own();
        double deviation = Math.sqrt(DRAWS / 10.0 * p * (1 - p));
        assertThat(Math.abs(counters[299] - DRAWS / 10.0 * p)).isLessThan(6.1 * deviation);
    }
}
