package dev.weir.calculator.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.calculator.keys.SelectionPolicy.DeltaSplit;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KeySelectionTest {

    private static final List<Function<SelectionPolicy, KeySelection>> KINDS =
            List.of(LaplaceThreshold::of, GaussianThreshold::of, TruncatedGeometric::of);

    @RepeatedTest(200)
    void the_truncated_geometric_rule_is_the_largest_that_the_promise_allows(RepetitionInfo run) {
        SelectionPolicy policy = random(run.getCurrentRepetition());
        TruncatedGeometric rule = TruncatedGeometric.of(policy);
        double epsilon = policy.epsilon() / policy.maxKeys();
        double delta = policy.deltaOfKey(1, DeltaSplit.INDEPENDENT);
        double largest = 0;
        for (long n = policy.preThreshold(); n < policy.preThreshold() + 2_000; n++) {
            double grown = StrictMath.exp(epsilon) * largest + delta;
            double complement = 1 - StrictMath.exp(-epsilon) * (1 - largest - delta);
            largest = Math.min(1, Math.min(grown, complement));
            assertThat(rule.keepProbability(n)).isCloseTo(largest, within(1e-10 * largest));
            assertThat(rule.keepProbability(n) == 1).isEqualTo(n >= rule.threshold());
        }
    }

    @RepeatedTest(200)
    void one_more_unit_tells_no_more_than_the_promise(RepetitionInfo run) {
        SelectionPolicy policy = random(run.getCurrentRepetition());
        double factor = StrictMath.exp(policy.epsilon() / policy.maxKeys()) * (1 + 1e-11);
        double delta = policy.deltaOfKey(1, DeltaSplit.INDEPENDENT) * (1 + 1e-11);
        TruncatedGeometric rule = TruncatedGeometric.of(policy);
        for (long n = 0; n < 3_000; n++) {
            double less = rule.keepProbability(n);
            double more = rule.keepProbability(n + 1);
            assertThat(more).isLessThanOrEqualTo(factor * less + delta).isGreaterThanOrEqualTo(less);
            assertThat(1 - less).isLessThanOrEqualTo(factor * (1 - more) + delta + 1e-12);
        }
    }

    @RepeatedTest(200)
    void a_lone_unit_is_named_with_at_most_the_delta_of_its_key(RepetitionInfo run) {
        SelectionPolicy policy = random(run.getCurrentRepetition());
        for (DeltaSplit split : DeltaSplit.values()) {
            double delta = split.each(policy.delta(), policy.maxKeys());
            assertThat(LaplaceThreshold.of(policy, split).keepProbability(policy.preThreshold()))
                    .isBetween(delta * (1 - 1e-9), delta);
            assertThat(TruncatedGeometric.of(policy, split).keepProbability(policy.preThreshold()))
                    .isBetween(delta * (1 - 1e-9), delta);
            double half = split.each(policy.delta() / 2, policy.maxKeys());
            assertThat(GaussianThreshold.of(policy, split).keepProbability(policy.preThreshold()))
                    .isBetween(half * (1 - 1e-9), half);
        }
    }

    @RepeatedTest(50)
    void a_pre_threshold_only_shifts_the_count(RepetitionInfo run) {
        SelectionPolicy shifted = random(run.getCurrentRepetition());
        long shift = shifted.preThreshold() - 1;
        SelectionPolicy plain = new SelectionPolicy(shifted.epsilon(), shifted.delta(), shifted.maxKeys(), 1);
        for (Function<SelectionPolicy, KeySelection> kind : KINDS) {
            KeySelection rule = kind.apply(shifted);
            KeySelection unshifted = kind.apply(plain);
            assertThat(rule.keepProbability(shift)).isZero();
            assertThat(rule.threshold())
                    .isCloseTo(unshifted.threshold() + shift, within(1e-12 * (rule.threshold() + 1)));
            assertThat(rule.keepProbability(shift + 40))
                    .isCloseTo(unshifted.keepProbability(40), within(1e-9 * unshifted.keepProbability(40)));
        }
    }

    @Test
    void a_delta_above_one_half_puts_the_threshold_below_one_unit() {
        SelectionPolicy policy = new SelectionPolicy(1, 0.9, 1, 1);
        assertThat(LaplaceThreshold.of(policy).threshold()).isCloseTo(1 + StrictMath.log(0.2), within(1e-11));
        assertThat(LaplaceThreshold.of(policy).keepProbability(1)).isBetween(0.9 - 1e-9, 0.9);
        assertThat(TruncatedGeometric.of(policy).threshold()).isEqualTo(2);
    }

    @Test
    void a_large_epsilon_names_the_second_unit_for_sure_without_overflow() {
        TruncatedGeometric rule = TruncatedGeometric.of(new SelectionPolicy(5_000, 1e-9, 1, 1));
        assertThat(rule.keepProbability(1)).isCloseTo(1e-9, within(1e-20));
        assertThat(rule.keepProbability(2)).isCloseTo(1, within(1e-8));
        assertThat(rule.threshold()).isEqualTo(3);
    }

    @Test
    void a_million_keys_a_unit_need_no_million_steps() {
        TruncatedGeometric rule = TruncatedGeometric.of(new SelectionPolicy(1, 1e-9, 1_000_000, 1));
        assertThat(rule.keepProbability(rule.crossover())).isBetween(0.49, 0.51);
        assertThat(rule.threshold()).isBetween(2.0 * rule.crossover() - 2, 2.0 * rule.crossover() + 2);
    }

    @Test
    void policies_out_of_range_are_refused() {
        assertRefused(() -> new SelectionPolicy(0, 0.1, 1, 1), "epsilon must be between 1e-100 and 1e100, was 0.0");
        assertRefused(
                () -> new SelectionPolicy(Double.NaN, 0.1, 1, 1), "epsilon must be between 1e-100 and 1e100, was NaN");
        assertRefused(() -> new SelectionPolicy(1, 1, 1, 1), "delta must be at least 1e-200 and below 1, was 1.0");
        assertRefused(() -> new SelectionPolicy(1, 0.1, 0, 1), "maxKeys must be >= 1, was 0");
        assertRefused(() -> new SelectionPolicy(1, 0.1, 1, 0), "preThreshold must be between 1 and 10^12, was 0");
        SelectionPolicy policy = new SelectionPolicy(1, 0.1, 1, 1);
        assertRefused(() -> LaplaceThreshold.of(policy).keepProbability(-1), "units must be >= 0, was -1");
    }

    private static SelectionPolicy random(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new SelectionPolicy(
                StrictMath.exp(random.nextDouble(-3, 3)),
                StrictMath.exp(-random.nextDouble(0.1, 40)),
                random.nextInt(1, 30),
                random.nextInt(1, 50));
    }

    private static void assertRefused(Runnable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
    }
}
