package dev.weir.operators.aggregate.clamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.clamp.LearntTotal.Kind;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Errors of sums under learnt clamps, beside those of the best fixed power of two with the whole price. The reference's simulations of
 * its own samples have 1.7 to 2.0 times as much, from 1000 records on.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("statistical")
class ClampErrorsTest {

    private static final int SAMPLES = 12;
    private static final int DRAWS = 200;

    /**
     * 12 samples of log-normal values with 200 draws each, by fixed seeds: the mean ratio is between 1.4 and 2.4, of which each end is
     * further from what was seen (1.7 to 2.0) than the ratios of single samples vary.
     */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 10_000})
    void learning_costs_no_more_than_the_reference_says(int records) {
        LearntClamp clamp = new LearntClamp(LearntClamp.USUAL_SHARE, BigDecimal.ONE, 10, false);
        LearntTotal total = new LearntTotal("t", BigDecimal.ONE, clamp, Kind.SUM);
        AdditiveNoise noise = new DiscreteLaplace(Ratio.ONE);
        PreparedMechanism draws = total.prepare(noise);
        Randomness randomness = new SplittableRandom(83)::nextLong;
        double ratios = 0;
        for (int sample = 0; sample < SAMPLES; sample++) {
            Random random = new Random(sample);
            long[] values = new long[records];
            Arrays.setAll(values, i -> Math.round(Math.exp(5 + 1.5 * random.nextGaussian())));
            ratios += error(total, draws, values, randomness) / best(values) / SAMPLES;
        }
        assertThat(ratios).isBetween(1.4, 2.4);
    }

    private static double error(LearntTotal total, PreparedMechanism draws, long[] values, Randomness randomness) {
        long[] totals = new long[total.coordinates()];
        for (long value : values) {
            new ValueBins(false).add(value, totals, 0);
        }
        double exact = Arrays.stream(values).sum();
        double square = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            long[] released = new long[2];
            draws.release(totals, 0, released, 0, randomness);
            square += Math.pow(released[1] - exact, 2) / DRAWS;
        }
        return Math.sqrt(square);
    }

    /** The root of the squares of what a clamp cuts off and of its noise, of the best one. */
    private static double best(long[] values) {
        double exact = Arrays.stream(values).sum();
        double best = Double.POSITIVE_INFINITY;
        for (int exponent = 0; exponent < LearntClamp.LARGEST; exponent++) {
            long most = 1L << exponent;
            double cut = exact
                    - Arrays.stream(values).map(value -> Math.min(most, value)).sum();
            best = Math.min(best, Math.hypot(cut, new DiscreteLaplace(Ratio.of(most, 1)).stddev()));
        }
        return best;
    }
}
