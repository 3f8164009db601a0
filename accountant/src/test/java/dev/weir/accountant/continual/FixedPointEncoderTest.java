package dev.weir.accountant.continual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.PrefixDesign;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FixedPointEncoderTest {

    private static final MathContext DIGITS = new MathContext(60);

    /** Computes C x by its definition, in 60 digits. */
    private static final class Exact {
        private final double[] eta;
        private final double[] omega;
        private final BigDecimal[] buffers;

        Exact(Blt blt) {
            eta = blt.eta();
            omega = blt.omega();
            buffers = new BigDecimal[eta.length];
            Arrays.fill(buffers, BigDecimal.ZERO);
        }

        BigDecimal next(long added) {
            BigDecimal sum = BigDecimal.valueOf(added);
            for (int i = 0; i < eta.length; i++) {
                sum = sum.add(new BigDecimal(omega[i]).multiply(buffers[i]));
                BigDecimal kept = buffers[i].multiply(BigDecimal.ONE.subtract(new BigDecimal(eta[i])));
                buffers[i] = kept.add(BigDecimal.valueOf(added)).round(DIGITS);
            }
            return sum;
        }
    }

    /** Tests full-size, huge, tiny, negative and alternating increments, for random full sizes and horizons. */
    @RepeatedTest(20)
    void whole_numbers_stay_within_the_stated_error_of_c_x_whatever_is_added(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Blt blt = PrefixDesign.of(1L << random.nextInt(6, 20)).optimize(2 + random.nextInt(4));
        FixedPointEncoder encoder =
                new FixedPointEncoder(blt, 1L << random.nextInt(0, 36), 1L << random.nextInt(6, 27));
        Exact exact = new Exact(blt);
        long[] state = new long[encoder.words()];
        double worst = 0;
        for (int t = 0; t < 1000; t++) {
            long added = random.nextLong(-encoder.largestAdded(), encoder.largestAdded() + 1) >> random.nextInt(10, 63);
            BigDecimal encoded =
                    new BigDecimal(encoder.encode(state, 0, added)).multiply(new BigDecimal(encoder.grid()));
            worst = Math.max(worst, encoded.subtract(exact.next(added)).abs().doubleValue());
        }
        assertThat(worst).isLessThanOrEqualTo(encoder.error() + encoder.grid() / 2);
        assertThat(worst).isGreaterThan(encoder.grid() / 4);
    }

    /** Compares two neighbours over the whole series: the bound must hold for the whole numbers, not only for C. */
    @RepeatedTest(20)
    void a_unit_moves_the_whole_numbers_by_at_most_the_charged_sensitivity(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        int steps = 300;
        long fullSize = 1L << random.nextInt(0, 20);
        FixedPointEncoder encoder = new FixedPointEncoder(Simulation.DAY, fullSize, steps);
        long[] with = new long[encoder.words()];
        long[] without = new long[encoder.words()];
        double squared = 0;
        double rounded = 0;
        Exact moved = new Exact(Simulation.DAY);
        for (int t = 0; t < steps; t++) {
            long others = random.nextLong(1000 * fullSize);
            long own = random.nextInt(20) == 0 ? fullSize : 0;
            double c = moved.next(own).doubleValue();
            double x = (encoder.encode(with, 0, others + own) - encoder.encode(without, 0, others)) * encoder.grid();
            squared += c * c;
            rounded += x * x;
        }
        assertThat(Math.sqrt(rounded)).isLessThanOrEqualTo(Math.sqrt(squared) + encoder.perKey());
        assertThat(encoder.perKey()).isLessThan(fullSize * 0x1p-7);
    }

    @Test
    void both_parts_of_the_addend_are_small_at_the_longest_series() {
        for (Blt blt : new Blt[] {PrefixDesign.of(1L << 24).optimize(), AnytimeDesign.STANDARD.optimize()}) {
            FixedPointEncoder encoder = new FixedPointEncoder(blt, 1, SeriesPrice.LAST_STEP);
            assertThat(encoder.perKey())
                    .isLessThan(0x1p-9 * Math.sqrt(blt.sensitivitySquared(SeriesPrice.LAST_STEP)) * 1.01);
            assertThat(encoder.largestAdded()).isGreaterThan(1L << 24);
        }
    }

    @Test
    void what_does_not_fit_stops_the_series_and_never_wraps() {
        FixedPointEncoder encoder =
                new FixedPointEncoder(PrefixDesign.of(1L << 20).optimize(), 1, 1L << 20);
        long[] state = new long[encoder.words()];
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> encoder.encode(state, 0, encoder.largestAdded() + 1))
                .withMessageNotContaining(Long.toString(encoder.largestAdded() + 1));
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> encoder.encode(state, 0, Long.MIN_VALUE));
        encoder.encode(state, 0, encoder.largestAdded());
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> {
            for (int i = 0; i < 3; i++) {
                encoder.encode(state, 0, encoder.largestAdded());
            }
        });
    }
}
