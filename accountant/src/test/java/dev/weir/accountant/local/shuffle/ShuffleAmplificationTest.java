package dev.weir.accountant.local.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds for shuffled reports against the exact law of a histogram of randomized responses, which is enumerated. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ShuffleAmplificationTest {

    private static final double[] PARTS = {0, 0.05, 0.2, 0.5, 0.8, 0.95, 0.999};

    /** The law of the histogram of randomized responses of these values. */
    private static Map<List<Integer>, Double> law(List<Integer> values, int options, double odds) {
        Map<List<Integer>, Double> law = new HashMap<>();
        law.put(new ArrayList<>(Collections.nCopies(options, 0)), 1.0);
        for (int value : values) {
            Map<List<Integer>, Double> longer = new HashMap<>();
            law.forEach((histogram, probability) -> {
                for (int report = 0; report < options; report++) {
                    List<Integer> more = new ArrayList<>(histogram);
                    more.set(report, more.get(report) + 1);
                    double weight = (report == value ? odds : 1) / (odds + options - 1);
                    longer.merge(more, probability * weight, Double::sum);
                }
            });
            law = longer;
        }
        return law;
    }

    /** The exact &delta; between the own values 0 and 1. */
    private static double exact(List<Integer> others, int options, double epsilon0, double epsilon) {
        Map<List<Integer>, Double> one = law(with(others, 0), options, Math.exp(epsilon0));
        Map<List<Integer>, Double> other = law(with(others, 1), options, Math.exp(epsilon0));
        return one.entrySet().stream()
                .mapToDouble(entry ->
                        Math.max(0, entry.getValue() - Math.exp(epsilon) * other.getOrDefault(entry.getKey(), 0.0)))
                .sum();
    }

    private static List<Integer> with(List<Integer> others, int own) {
        List<Integer> values = new ArrayList<>(others);
        values.add(own);
        return values;
    }

    /** The values of all others, in every combination but for their order. */
    private static List<List<Integer>> combinations(int count, int options) {
        List<List<Integer>> all = List.of(List.of());
        for (int i = 0; i < count; i++) {
            all = all.stream()
                    .flatMap(values -> IntStream.range(values.isEmpty() ? 0 : values.get(values.size() - 1), options)
                            .mapToObj(next -> with(values, next)))
                    .toList();
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 2", "2, 3", "3, 3", "3, 4", "5, 2", "5, 3", "5, 4", "8, 3"})
    void bounds_are_never_below_the_exact_histogram(int reports, int options) {
        for (double epsilon0 : new double[] {0.3, 1, 2, 5}) {
            ShuffleAmplification cloned = ShuffleAmplification.cloned(epsilon0, reports);
            ShuffleAmplification response = ShuffleAmplification.randomizedResponse(epsilon0, reports, options);
            for (double part : PARTS) {
                double worst = combinations(reports - 1, options).stream()
                        .mapToDouble(others -> exact(others, options, epsilon0, epsilon0 * part))
                        .max()
                        .orElseThrow();
                assertThat(cloned.delta(epsilon0 * part)).isGreaterThan(worst * (1 - 1e-12));
                assertThat(response.delta(epsilon0 * part)).isGreaterThan(worst * (1 - 1e-12));
            }
        }
    }

    /** Two options and others of whom nothing but coins is seen: the bound is the law itself. */
    @Test
    void the_bound_of_two_options_is_reached_by_coins() {
        double odds = Math.exp(1);
        double rate = 2 / (odds + 1);
        double p = odds / (odds + 1);
        // no clone, one clone: (2, 0) and (1, 1) and (0, 2)
        double none = (1 - rate) * (p - Math.exp(0.5) * (1 - p));
        double one = rate * (p / 2 - Math.exp(0.5) * (1 - p) / 2);
        assertThat(ShuffleAmplification.randomizedResponse(1, 2, 2).delta(0.5))
                .isBetween(none + one, (none + one) * (1 + 1e-7));
    }

    /**
     * The sum over reports that are one of the two values, when nothing is told of how many are true: the third option hides a
     * report only among those that are uniform, and here there is at most one.
     */
    @Test
    void a_bound_that_does_not_tell_how_many_are_true_is_none() {
        double odds = Math.exp(2);
        double p = odds / (odds + 2);
        double q = 1 / (odds + 2);
        double growth = Math.exp(1.9);
        // numbers of reports that are the one and the other value, of two: (1, 0) and (2, 0) and (1, 1), then exchanged
        double single = (p * (1 - 2 * q) + q * q) - growth * (q * (1 - 2 * q) + q * q);
        double both = p * q - growth * q * q;
        double sum = Math.max(0, single) + Math.max(0, both);
        double exact = exact(List.of(0), 3, 2, 1.9);
        assertThat(sum).isCloseTo(0.0080, within(1e-4));
        assertThat(exact).isCloseTo(0.0589, within(1e-4));
        assertThat(ShuffleAmplification.randomizedResponse(2, 2, 3).delta(1.9)).isBetween(exact, 0.0670);
    }

    @Test
    void one_report_is_not_hidden() {
        ShuffleAmplification alone = ShuffleAmplification.cloned(1, 1);
        assertThat(alone.delta(0)).isCloseTo(Math.tanh(0.5), within(1e-7));
        assertThat(alone.epsilon(1e-9)).isBetween(0.999999, 1.0);
        assertThat(alone.delta(1)).isZero();
    }

    /** One report alone: &delta; is p - e<sup>&epsilon;</sup> q = p (1 - e<sup>&epsilon; - &epsilon;0</sup>). */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1, 16, 20, 30, 40, 50})
    void near_the_loss_of_one_report_every_digit_of_delta_is_there(double epsilon0) {
        for (double below : new double[] {1e-9, 1e-6, 0.01, 0.5, 0.99}) {
            double epsilon = epsilon0 * (1 - below);
            for (int options : new int[] {2, 3, 1000}) {
                double right = 1 / (1 + (options - 1) * Math.exp(-epsilon0));
                double exact = right * -Math.expm1(epsilon - epsilon0);
                assertThat(ShuffleAmplification.randomizedResponse(epsilon0, 1, options)
                                .delta(epsilon))
                        .isBetween(exact, exact * (1 + 2e-8));
            }
            double exact = 1 / (1 + Math.exp(-epsilon0)) * -Math.expm1(epsilon - epsilon0);
            assertThat(ShuffleAmplification.cloned(epsilon0, 1).delta(epsilon)).isBetween(exact, exact * (1 + 2e-8));
        }
    }

    /** Others are all true but with probability n e<sup>-50</sup>: nothing hides the own report. */
    @ParameterizedTest
    @ValueSource(longs = {1, 10, 1000})
    void few_reports_of_a_large_loss_are_not_hidden(long reports) {
        assertThat(ShuffleAmplification.cloned(50, reports).epsilon(1e-6)).isBetween(49.9999, 50.0);
        assertThat(ShuffleAmplification.randomizedResponse(50, reports, 2).epsilon(1e-6))
                .isBetween(49.9999, 50.0);
        assertThat(ShuffleAmplification.randomizedResponse(50, reports, 5).epsilon(1e-6))
                .isBetween(49.9999, 50.0);
    }

    @Test
    void deltas_fall_and_epsilons_are_their_inverse() {
        ShuffleAmplification shuffled = ShuffleAmplification.randomizedResponse(2, 3000, 10);
        double last = 1;
        for (double epsilon : new double[] {0, 0.01, 0.05, 0.1, 0.15, 0.2, 0.25}) {
            double delta = shuffled.delta(epsilon);
            assertThat(delta).isLessThan(last);
            last = delta;
        }
        double epsilon = shuffled.epsilon(1e-6);
        assertThat(shuffled.delta(epsilon)).isBetween(0.999 * 1e-6, 1e-6 * (1 + 1e-12));
        assertThat(shuffled.epsilon(0.9)).isZero();
    }

    @Test
    void parameters_out_of_range_are_refused() {
        assertThatThrownBy(() -> ShuffleAmplification.cloned(0, 5)).hasMessageStartingWith("epsilon0 must be");
        assertThatThrownBy(() -> ShuffleAmplification.cloned(1, 0)).hasMessageStartingWith("reports must be");
        assertThatThrownBy(() -> ShuffleAmplification.randomizedResponse(1, 5, 1))
                .hasMessageStartingWith("options must be");
        assertThatThrownBy(() -> ShuffleAmplification.cloned(1, 5).epsilon(0)).hasMessageStartingWith("delta must be");
    }

    @Test
    void sums_of_probabilities_are_those_of_both_ends() {
        BinomialWeights weights = new BinomialWeights(50, 3.0 / 7);
        double[] all = new double[weights.size()];
        Arrays.setAll(all, i -> weights.between(i, i + 1));
        assertThat(Arrays.stream(all).sum()).isCloseTo(1, within(1e-14));
        BinomialDistribution exact = new BinomialDistribution(null, 50, 0.3);
        for (int i = 0; i < all.length; i++) {
            assertThat(all[i])
                    .isCloseTo(
                            exact.probability(weights.number(i)), within(1e-12 * exact.probability(weights.number(i))));
        }
        assertThat(weights.before(0)).isZero();
        assertThat(weights.from(weights.size())).isZero();
    }
}
