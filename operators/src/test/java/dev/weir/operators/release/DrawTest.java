package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class DrawTest {

    private static final long HOUR = Plans.HOUR;
    private static final Plan COUNT = Plans.daily(Queries.hourly("q").count().contributions(6));

    private static final long COST =
            Amount.atLeast(Currency.EPSILON, BigDecimal.ONE).femto();

    private static final KeyEntries ROWS =
            new DeclaredEntries(COUNT.queries().get(0).query().keys(), new int[] {0, 1}, new int[] {0, 1});

    private final ReleaseTable table =
            new ReleaseTable(List.of("q"), List.of(releaser(true)), Plans.openFrom(0, COUNT));
    private final List<Outcome> outcomes = new ArrayList<>();

    /** 200 cells of scale 6 are equal by chance with probability below 1e-200. */
    @Test
    void two_runs_over_the_same_records_draw_different_noise() throws Exception {
        assertThat(released()).hasSize(200).isNotEqualTo(released());
    }

    private static List<Long> released() throws Exception {
        try (Chain chain = Chain.start(COUNT, new Schedule(0, 100 * HOUR), 2)) {
            chain.watermark(Long.MAX_VALUE);
            return chain.outcomes().stream()
                    .filter(outcome -> outcome.kind() == Outcome.Kind.RELEASED)
                    .map(outcome -> outcome.values()[0])
                    .toList();
        }
    }

    @Test
    void an_exact_value_is_forgotten_once_it_is_taken_and_shown_only_on_request() {
        Releaser shown = releaser(true);
        shown.add(partial(1, HOUR, 41));
        shown.add(partial(1, HOUR, 1));
        shown.close(HOUR, outcomes);
        shown.close(HOUR, outcomes);
        releaser(false).close(HOUR, outcomes);
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.key().equals("b"))
                .extracting(Outcome::kind)
                .containsExactly(
                        Outcome.Kind.EXACT,
                        Outcome.Kind.RELEASED,
                        Outcome.Kind.EXACT,
                        Outcome.Kind.RELEASED,
                        Outcome.Kind.RELEASED);
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.kind() == Outcome.Kind.EXACT)
                .extracting(outcome -> outcome.key() + outcome.values()[0])
                .containsExactly("a0", "b42", "a0", "b0");
    }

    @Test
    void noise_at_the_ends_of_long_saturates_and_never_wraps() {
        Releaser releaser = releaser(false);
        for (int i = 0; i < 100; i++) {
            releaser.add(partial(0, HOUR, Long.MAX_VALUE));
            releaser.add(partial(1, HOUR, Long.MIN_VALUE));
            releaser.close(HOUR, outcomes);
        }
        for (int i = 0; i < outcomes.size(); i++) {
            assertThat(outcomes.get(i).values()[0] > 0).isEqualTo(i % 2 == 0);
        }
    }

    /** The failure is logged, and its message must not reveal the total. */
    @Test
    void a_total_that_overflows_stops_the_job() {
        table.add(partial(0, HOUR, Long.MAX_VALUE));
        assertThatThrownBy(() -> table.add(partial(0, HOUR, 1)))
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("long overflow");
    }

    @Test
    void a_closed_window_takes_nothing_and_forgets_nothing_else() {
        table.closeUpTo(HOUR);
        table.add(partial(0, HOUR, 1));
        table.add(partial(0, HOUR + 1, 2));
        table.closeUpTo(5);
        assertThat(table.closedUpTo()).isEqualTo(HOUR);
        table.close(0, HOUR, outcomes);
        assertThat(outcomes).isEmpty();
        table.close(0, HOUR + 1, outcomes);
        assertThat(outcomes.get(0).values()).containsExactly(2);
    }

    @Test
    void what_comes_for_a_closed_window_leaves_nothing_in_state() throws Exception {
        table.closeUpTo(HOUR);
        byte[] before = state();
        table.add(partial(0, HOUR, 1));
        assertThat(state()).isEqualTo(before);
        table.add(partial(0, HOUR + 1, 1));
        assertThat(state()).isNotEqualTo(before);
    }

    private byte[] state() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (KeyGroupTable.View view = table.view()) {
            view.write(new DataOutputStream(bytes));
        }
        return bytes.toByteArray();
    }

    /** A release is charged to its key with the maximum that one unit can have spent on the cell, or with its share. */
    @Test
    void a_release_carries_its_charge_and_a_refusal_carries_none() {
        releaser(true).close(HOUR, outcomes);
        assertThat(outcomes).extracting(Outcome::charge).containsExactly(0L, COST, 0L, COST);
        assertThat(outcomes).allMatch(outcome -> outcome.start() == 0 && outcome.end() == HOUR);
    }

    /** A cell's maximum costs a sixth, rounded up: three of them exceed a half by a step. */
    @Test
    void a_key_account_withholds_exactly_what_it_does_not_afford() throws Exception {
        assertThat(withheld("0.500000000000001")).containsExactly(at(23));
        assertThat(withheld("0.5")).containsExactly(at(22), at(23), at(26));
    }

    /**
     * Returns the windows that are withheld, of those that end at 20:00 to 2:00; the windows from midnight on belong to the
     * next day.
     */
    private static List<String> withheld(String budget) throws Exception {
        Plan plan = Plans.daily(Queries.hourly("q")
                .keys("a")
                .count()
                .recordsPerCell(1)
                .contributions(6)
                .keyAccount(budget, Duration.ofDays(1)));
        try (Chain chain = Chain.start(plan, new Schedule(19 * HOUR, 26 * HOUR), 1)) {
            chain.watermark(Long.MAX_VALUE);
            List<String> withheld = chain.releaseNames(Outcome.Kind.WITHHELD);
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED))
                    .hasSize(7 - withheld.size())
                    .doesNotContainAnyElementsOf(withheld);
            assertThat(chain.outcomes())
                    .filteredOn(outcome -> outcome.kind() == Outcome.Kind.WITHHELD)
                    .allMatch(outcome -> outcome.values().length == 0);
            return withheld;
        }
    }

    private static String at(long hour) {
        return "0/a/" + hour * HOUR;
    }

    private static Releaser releaser(boolean reveal) {
        StepRelease release = new StepRelease(0, COUNT.queries().get(0), new SplittableRandom(1)::nextLong, reveal);
        return new Releaser(release, ROWS);
    }

    private static PartialSum partial(int key, long end, long amount) {
        return new PartialSum(0, 0, key, end, new long[] {amount});
    }

    @Test
    void outcomes_and_partials_say_nothing_of_values() {
        Outcome outcome = new Outcome(Outcome.Kind.EXACT, 1, "k", 2, 3, 0, new long[] {424242});
        assertThat(outcome.toString()).isEqualTo("EXACT 1/3");
        assertThat(Arrays.toString(outcome.values())).contains("424242");
    }
}
