package dev.weir.accountant.continual.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.continual.plan.NaiveErrors.Limits;
import dev.weir.accountant.continual.plan.SeriesAccuracy.Plan;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the errors of the naive mechanisms for sliding windows with a count by hand. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SlidingErrorsTest {

    private static NaiveErrors gaussian(long panes, long times, long separation, long contributions) {
        return NaiveErrors.slidingGaussian(new Limits(new Plan(panes, times, separation), 1, contributions), 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 12, 24, 60, 100})
    void one_contribution_costs_the_root_of_the_panes_either_way_and_a_tree_its_levels_and_nodes(int panes) {
        NaiveErrors errors = gaussian(panes, 1, 0, 1);
        assertThat(errors.increments()).isEqualTo(Math.sqrt(panes), within(1e-12));
        assertThat(errors.recomputed()).isEqualTo(Math.sqrt(panes), within(1e-12));
        int levels = 32 - Integer.numberOfLeadingZeros(panes);
        assertThat(errors.binaryTree()).isEqualTo(Math.sqrt(levels * mostNodes(panes, levels)), within(1e-12));
    }

    /** Counts, for every position of the window, the largest dyadic nodes that fit, from the left, and returns the maximum. */
    private static int mostNodes(int panes, int levels) {
        int most = 0;
        for (int start = 1 << levels; start < 2 << levels; start++) {
            int nodes = 0;
            for (int at = start; at < start + panes; nodes++) {
                int size = 1 << (levels - 1);
                while (at % size != 0 || at + size > start + panes) {
                    size /= 2;
                }
                at += size;
            }
            most = Math.max(most, nodes);
        }
        return most;
    }

    /** Counts the contributions in panes 0, 5 and 10 window by window. */
    @Test
    void windows_that_are_noised_anew_pay_for_all_contributions_that_share_one() {
        double squares = 0;
        for (int end = 0; end < 10 + 12; end++) {
            int inside = 0;
            for (int pane = 0; pane <= 10; pane += 5) {
                inside += pane <= end && pane > end - 12 ? 1 : 0;
            }
            squares += inside * inside;
        }
        NaiveErrors errors = gaussian(12, 3, 5, 1000);
        assertThat(errors.recomputed()).isEqualTo(Math.sqrt(squares), within(1e-9));
        assertThat(errors.increments()).isEqualTo(Math.sqrt(3 * 12), within(1e-9));
        assertThat(gaussian(12, 3, 5, 2).increments()).isEqualTo(Math.sqrt(2 * 12), within(1e-9));
        assertThat(gaussian(12, 3, 0, 1000).recomputed()).isEqualTo(Math.sqrt(9 * 12), within(1e-9));
    }

    @Test
    void under_laplace_noise_a_window_that_is_noised_anew_costs_as_much_as_it_has_panes() {
        NaiveErrors errors = NaiveErrors.slidingLaplace(new Limits(new Plan(12, 3, 0), 2, 100), 1);
        assertThat(errors.increments()).isEqualTo(6 * Math.sqrt(2 * 12), within(1e-9));
        assertThat(errors.recomputed()).isEqualTo(6 * 12 * Math.sqrt(2), within(1e-9));
        assertThat(errors.binaryTree()).isEqualTo(6 * 4 * Math.sqrt(2 * mostNodes(12, 4)), within(1e-9));
    }

    /** A search for the worst pattern of a tree would take practically forever here. */
    @Test
    void many_contributions_that_must_be_apart_are_answered_at_once() {
        Limits limits = new Limits(new Plan(1 << 24, 100_000, 3), 2, 1_000_000);
        NaiveErrors errors = NaiveErrors.gaussian(limits, 1);
        assertThat(errors.binaryTree()).isPositive().isLessThan(Math.sqrt(1e6 * 25 * 25));
    }
}
