package dev.weir.accountant.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RatioTest {

    @Test
    void equal_numbers_are_equal_however_they_were_written() {
        assertThat(Ratio.of(6, 4)).isEqualTo(Ratio.of(3, 2)).hasToString("3/2");
        assertThat(Ratio.of(new BigDecimal("1.50"))).isEqualTo(Ratio.of(3, 2));
        assertThat(Ratio.of(new BigDecimal("12e2")))
                .isEqualTo(Ratio.of(1200, 1))
                .hasToString("1200");
    }

    @RepeatedTest(50)
    void a_quotient_times_its_divisor_is_the_dividend(RepetitionInfo run) {
        java.util.SplittableRandom random = new java.util.SplittableRandom(run.getCurrentRepetition());
        Ratio a = Ratio.of(1 + random.nextLong(Long.MAX_VALUE - 1), 1 + random.nextLong(Long.MAX_VALUE - 1));
        Ratio b = Ratio.of(1 + random.nextLong(Long.MAX_VALUE - 1), 1 + random.nextLong(Long.MAX_VALUE - 1));
        assertThat(a.dividedBy(b).times(b)).isEqualTo(a);
        assertThat(a.compareTo(b)).isEqualTo(Double.compare(a.toDouble(), b.toDouble()));
    }

    @Test
    void numbers_that_differ_beyond_double_precision_are_still_told_apart() {
        Ratio below = Ratio.of(Long.MAX_VALUE - 1, Long.MAX_VALUE);
        assertThat(below).isLessThan(Ratio.of(1, 1));
        assertThat(below.toDouble()).isEqualTo(1.0);
    }

    @Test
    void an_inverse_is_whole_or_refused() {
        assertThat(Ratio.of(3, 12).wholeInverse()).isEqualTo(4);
        assertThat(Ratio.of(1, Long.MAX_VALUE).wholeInverse()).isEqualTo(Long.MAX_VALUE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ratio.of(2, 3).wholeInverse())
                .withMessageEndingWith("was 2/3");
        Ratio tooSmall = Ratio.of(1, Long.MAX_VALUE).times(Ratio.of(1, 2));
        assertThatIllegalArgumentException().isThrownBy(tooSmall::wholeInverse);
    }

    @Test
    void only_numbers_above_0_are_ratios() {
        assertThatIllegalArgumentException().isThrownBy(() -> Ratio.of(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Ratio.of(-1, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> Ratio.of(1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Ratio.of(new BigDecimal("-0.5")));
    }
}
