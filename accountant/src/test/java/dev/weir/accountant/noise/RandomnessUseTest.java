package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Ratio;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attack A5b: an observer who counts the random words of a draw, or times it, must learn nothing about the size of the noise.
 *
 * <p>200 000 draws. The correlation of two independent variables is normal with standard error 200 000^(-1/2) = 0.0022. It
 * exceeds six standard errors once in 5e8 tests.
 */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RandomnessUseTest {

    private static final int DRAWS = 200_000;
    private static final double LIMIT = 6 / Math.sqrt(DRAWS);

    static Stream<Sampler> samplers() {
        return Stream.of(Ratio.of(1, 1), Ratio.of(4, 1), Ratio.of(20, 1), Ratio.of(1L << 40, 1))
                .flatMap(scale ->
                        Stream.of(Samplers.discreteLaplace(scale), Samplers.roundedGaussian(scale.times(scale))));
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void the_words_of_a_draw_do_not_tell_its_size(Sampler sampler) {
        assertThat(correlation(sampler)).isBetween(-LIMIT, LIMIT);
    }

    @Test
    void the_words_of_a_reference_draw_do_tell_its_size() {
        assertThat(correlation(new ReferenceDiscreteLaplace(Ratio.of(4, 1)))).isGreaterThan(0.1);
    }

    /** Returns the rank correlation of words and size; 0 if the number of words is constant. */
    private static double correlation(Sampler sampler) {
        Counting counting = new Counting(new SeededRandomness(8));
        double[] words = new double[DRAWS];
        double[] sizes = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            long before = counting.words();
            sizes[i] = (double) Math.abs(sampler.addTo(0, counting));
            words[i] = (double) (counting.words() - before);
        }
        double correlation = new PearsonsCorrelation().correlation(words, sizes);
        return Double.isNaN(correlation) ? 0 : correlation;
    }
}
