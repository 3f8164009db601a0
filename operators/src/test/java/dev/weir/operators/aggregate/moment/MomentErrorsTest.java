package dev.weir.operators.aggregate.moment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MomentErrorsTest {

    @Test
    void what_the_clamp_admits_is_stated_instead_of_more_even_where_that_is_infinite() {
        double infinite = Double.POSITIVE_INFINITY;
        assertThat(new MomentErrors(3, 4, infinite, infinite, infinite).within(10))
                .isEqualTo(new MomentErrors(3, 4, 10, 25, 5));
        assertThat(new MomentErrors(3, 400, 11, 26, 6).within(10)).isEqualTo(new MomentErrors(3, 400, 10, 25, 5));
        assertThat(new MomentErrors(3, 4, 9, 24, 4).within(10)).isEqualTo(new MomentErrors(3, 4, 9, 24, 4));
    }

    @Test
    void what_is_unknown_stays_unknown() {
        MomentErrors within = new MomentErrors(1, 1, Double.NaN, Double.NaN, Double.NaN).within(10);
        assertThat(within.mean()).isNaN();
        assertThat(within.variance()).isNaN();
        assertThat(within.deviation()).isNaN();
    }
}
