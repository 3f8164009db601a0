package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests that the check accepts draws of its own distribution and rejects draws of others. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LaplaceLawTest {

    /** The ratio of neighbouring probabilities of the noise for epsilon 0.6 and one record. */
    private static final double RATIO = Math.exp(-0.6);

    /** Faulty noise: none, twice as much, half as much, and noise that is never negative. */
    @Test
    void noise_of_another_law_is_found() {
        SplittableRandom random = new SplittableRandom(1);
        LaplaceLaw law = new LaplaceLaw(RATIO);
        List<Long> draws = IntStream.range(0, 200)
                .mapToObj(i -> laplace(random, law.ratio()))
                .toList();
        assertThat(law.complaints(draws)).isEmpty();
        assertThat(law.complaints(draws.stream().map(draw -> 0L).toList())).isNotEmpty();
        assertThat(law.complaints(draws.stream().map(draw -> 2 * draw).toList()))
                .isNotEmpty();
        assertThat(law.complaints(draws.stream().map(draw -> draw / 2).toList()))
                .isNotEmpty();
        assertThat(law.complaints(draws.stream().map(Math::abs).toList())).isNotEmpty();
    }

    /** Draws the difference of two numbers of successes before a first failure. */
    private static long laplace(SplittableRandom random, double ratio) {
        long added = geometric(random, ratio);
        return added - geometric(random, ratio);
    }

    private static long geometric(SplittableRandom random, double ratio) {
        return (long) (Math.log(1 - random.nextDouble()) / Math.log(ratio));
    }
}
