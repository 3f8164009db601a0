package dev.weir.operators.aggregate.clamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.selection.Draw;
import dev.weir.accountant.selection.Exponents;
import dev.weir.accountant.selection.SelectionProbabilities;
import dev.weir.operators.testing.GoodnessOfFit;
import dev.weir.operators.testing.SelectionData;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClampDrawTest {

    private static final int DRAWS = 100_000;
    private static final int EVERY = 8;

    private static Ratio ratio(String text) {
        String[] parts = text.split("/", -1);
        return Ratio.of(Long.parseLong(parts[0]), parts.length == 1 ? 1 : Long.parseLong(parts[1]));
    }

    private static ClampDraw draw(SelectionData.Row row) {
        return new ClampDraw(
                row.text("mechanism").equals("exponential") ? Draw.EXPONENTIAL : Draw.PERMUTE_AND_FLIP,
                ratio(row.text("temperature")),
                (long) row.number("kappa"));
    }

    /** Returns T by exponent. */
    private static long[] above(SelectionData.Row row) {
        long[] bins = SelectionData.longs(row.text("records_per_bin"));
        long[] above = new long[bins.length];
        for (int i = bins.length - 2; i >= 0; i--) {
            above[i] = above[i + 1] + bins[i + 1];
        }
        return above;
    }

    private static double[] probabilities(SelectionData.Row row) {
        return Arrays.stream(row.text("probabilities_of_exponents").split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @Test
    void exponents_are_as_likely_as_the_reference_says() {
        SelectionData.rows("clamp_selection.csv").forEach(row -> {
            ClampDraw draw = draw(row);
            long[] above = above(row);
            Exponents exponents = draw.exponents(above, above.length, (int) row.number("previous_exponent"));
            List<BigDecimal> probabilities = SelectionProbabilities.of(draw.draw(), exponents);
            double[] expected = probabilities(row);
            assertThat(probabilities).hasSize(expected.length);
            for (int i = 0; i < expected.length; i++) {
                assertThat(probabilities.get(i).doubleValue())
                        .as("%s", row)
                        .isCloseTo(expected[i], within(1e-12 * expected[i] + 1e-15));
            }
        });
    }

    /** 10^5 draws of every eighth row: right draws fail one of eleven checks of {@link GoodnessOfFit} with probability below 2e-8. */
    @Tag("statistical")
    @Test
    void draws_follow_the_exact_probabilities() {
        Randomness randomness = new SplittableRandom(51)::nextLong;
        List<SelectionData.Row> rows = SelectionData.rows("clamp_selection.csv").toList();
        for (int i = 0; i < rows.size(); i += EVERY) {
            SelectionData.Row row = rows.get(i);
            ClampDraw draw = draw(row);
            long[] above = above(row);
            int before = (int) row.number("previous_exponent");
            double p = GoodnessOfFit.pValue(
                    probabilities(row), DRAWS, () -> draw.from(above, above.length, before, randomness));
            assertThat(p).as("%s", row).isGreaterThan(1e-9);
        }
    }

    /** Tests two faults: a temperature that is 1.5 times as high, and a draw that ignores the previous clamp. */
    @Tag("statistical")
    @Test
    void other_scores_are_caught() {
        Randomness randomness = new SplittableRandom(52)::nextLong;
        SelectionData.Row row = SelectionData.rows("clamp_selection.csv")
                .filter(each -> each.text("previous_exponent").equals("9"))
                .findFirst()
                .orElseThrow();
        ClampDraw draw = draw(row);
        long[] above = above(row);
        ClampDraw hotter = new ClampDraw(draw.draw(), draw.temperature().times(Ratio.of(3, 2)), draw.kappa());
        assertThat(GoodnessOfFit.pValue(
                        probabilities(row), DRAWS, () -> hotter.from(above, above.length, 9, randomness)))
                .isLessThan(1e-9);
        assertThat(GoodnessOfFit.pValue(probabilities(row), DRAWS, () -> draw.from(above, above.length, 0, randomness)))
                .isLessThan(1e-9);
    }

    @Test
    void the_price_is_split_and_clamps_end_where_their_noise_would_be_out_of_range() {
        LearntClamp clamp = new LearntClamp(new BigDecimal("0.25"), BigDecimal.ONE, 10, false);
        AdditiveNoise laplace = new DiscreteLaplace(Ratio.of(3, 1));
        ClampDraw draw = ClampDraw.of(clamp, laplace);
        assertThat(draw.temperature()).isEqualTo(Ratio.of(1, 12));
        assertThat(draw.kappa()).isEqualTo(6); // sqrt(2) / (1/3 3/4) = 5.66
        assertThat(ClampDraw.rest(clamp, laplace, BigInteger.valueOf(16)).scale())
                .isEqualTo(64);
        assertThat(ClampDraw.count(clamp, laplace, 0)).isEqualTo(39); // 4 2^38 = 2^40
        AdditiveNoise gaussian = new RoundedGaussian(Ratio.of(9, 2));
        assertThat(ClampDraw.of(clamp, gaussian).kappa()).isEqualTo(3); // 1 / sqrt(2 1/9 3/4) = 2.45
        assertThat(ClampDraw.rest(clamp, gaussian, BigInteger.valueOf(16)).scale())
                .isCloseTo(16 * Math.sqrt(6), within(1e-9));
    }
}
