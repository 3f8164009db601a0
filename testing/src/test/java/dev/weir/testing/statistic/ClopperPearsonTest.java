package dev.weir.testing.statistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Closed forms, and the property that defines the bounds, computed by adding up the binomial law. */
class ClopperPearsonTest {

    @ParameterizedTest
    @CsvSource({"1, 0.01", "10, 0.05", "5000, 0.005", "5000, 1e-9"})
    void an_event_that_never_happens_has_an_upper_bound_in_closed_form(int trials, double risk) {
        double bound = 1 - Math.pow(risk, 1.0 / trials);
        assertThat(ClopperPearson.upper(0, trials, risk)).isCloseTo(bound, within(1e-9));
        assertThat(ClopperPearson.lower(trials, trials, risk)).isCloseTo(1 - bound, within(1e-9));
        assertThat(ClopperPearson.lower(0, trials, risk)).isZero();
        assertThat(ClopperPearson.upper(trials, trials, risk)).isEqualTo(1);
    }

    /** The lower bound of k is the probability at which k hits or more have the probability {@code risk}. */
    @ParameterizedTest
    @CsvSource({"1, 10, 0.025", "5, 10, 0.05", "37, 200, 1e-6", "199, 200, 0.01"})
    void at_the_lower_bound_as_many_hits_are_as_rare_as_the_risk(int hits, int trials, double risk) {
        double bound = ClopperPearson.lower(hits, trials, risk);
        assertThat(atLeast(hits, trials, bound) / risk).isCloseTo(1, within(1e-6));
        double upper = ClopperPearson.upper(trials - hits, trials, risk);
        assertThat(upper).isCloseTo(1 - bound, within(1e-12));
    }

    private static double atLeast(int hits, int trials, double probability) {
        double sum = 0;
        double binomial = 1; // of trials and i
        for (int i = 0; i <= trials; i++) {
            if (i >= hits) {
                sum += binomial * Math.pow(probability, i) * Math.pow(1 - probability, trials - i);
            }
            binomial *= (trials - i) / (i + 1.0);
        }
        return sum;
    }

    @Test
    void what_is_no_count_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ClopperPearson.lower(3, 2, 0.1));
        assertThatIllegalArgumentException().isThrownBy(() -> ClopperPearson.upper(1, 2, 0));
    }
}
