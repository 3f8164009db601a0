package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.continual.sums.SlidingSums;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Scalar.PostProcessing;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the post-processing of noisy numbers: two releasers draw the same noise, and only one of them post-processes it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PostProcessingTest {

    private static final long HOUR = Plans.HOUR;
    private static final int RESET = 30;
    private static final int STEPS = 75;
    private static final PostProcessing MONOTONE = PostProcessing.NONE.monotone();
    private static final PostProcessing NON_NEGATIVE = PostProcessing.NONE.nonNegative();

    private static Totals query(PostProcessing processing) {
        return Totals.running("q", RESET)
                .resetting(Duration.ofHours(RESET))
                .with(Queries.clamped(-9, 9))
                .with(new Count("count", BigDecimal.ONE, processing));
    }

    private static PricedTotals priced(Totals query, Budget budget) {
        return Totals.priced(Totals.plan(PrivacyUnit.USER, budget, query), 0);
    }

    private static Releaser releaser(PricedQuery priced, long seed) {
        StepRelease release = new StepRelease(0, priced, new SplittableRandom(seed)::nextLong, true);
        return new Releaser(release, new DeclaredEntries(priced.query().keys(), new int[] {0}, new int[] {0, -1}));
    }

    private static Releaser restarted(Releaser releaser, PricedTotals priced, long seed) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        releaser.view().cells().write(new DataOutputStream(bytes));
        Releaser next = releaser(priced, seed);
        next.readCells(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        return next;
    }

    /**
     * Returns the values of one kind, step by step. Both values of every third step are 1, and there is a restart in the
     * middle.
     */
    private static List<long[]> run(PricedTotals priced, Outcome.Kind kind) throws IOException {
        Releaser releaser = releaser(priced, 1);
        List<Outcome> outcomes = new ArrayList<>();
        for (int hour = 1; hour <= STEPS; hour++) {
            if (hour % 3 == 0) {
                releaser.add(new PartialSum(0, 0, 0, hour * HOUR, new long[] {1, 1}));
            }
            releaser = hour == STEPS / 2 ? restarted(releaser, priced, 2) : releaser;
            releaser.close(hour * HOUR, outcomes);
        }
        return outcomes.stream()
                .filter(outcome -> outcome.kind() == kind)
                .map(Outcome::values)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_monotone_total_is_the_largest_of_its_series_so_far_also_over_a_restart(boolean isPure) throws IOException {
        Budget budget = isPure ? Plans.PURE : Plans.GAUSSIAN;
        List<long[]> plain = run(priced(query(PostProcessing.NONE), budget), Outcome.Kind.RELEASED);
        List<long[]> monotone = run(priced(query(MONOTONE), budget), Outcome.Kind.RELEASED);
        long largest = Long.MIN_VALUE;
        int raised = 0;
        for (int i = 0; i < STEPS; i++) {
            largest = i % RESET == 0 ? plain.get(i)[1] : Math.max(largest, plain.get(i)[1]);
            assertThat(monotone.get(i)).containsExactly(plain.get(i)[0], largest);
            raised += largest > plain.get(i)[1] ? 1 : 0;
        }
        assertThat(raised).isPositive();
    }

    @Test
    void what_is_non_negative_is_0_where_noise_has_taken_it_below_and_exact_values_stay() throws IOException {
        Totals sliding = Totals.sliding("q", 4).with(Queries.clamped(-9, 9));
        List<long[]> plain =
                run(priced(sliding.with(new Count("count", BigDecimal.ONE)), Plans.GAUSSIAN), Outcome.Kind.RELEASED);
        PricedTotals processed = priced(sliding.with(new Count("count", BigDecimal.ONE, NON_NEGATIVE)), Plans.GAUSSIAN);
        List<long[]> raised = run(processed, Outcome.Kind.RELEASED);
        for (int i = 0; i < STEPS; i++) {
            assertThat(raised.get(i)).containsExactly(plain.get(i)[0], Math.max(0, plain.get(i)[1]));
        }
        assertThat(plain).anySatisfy(values -> assertThat(values[1]).isNegative());
        assertThat(run(processed, Outcome.Kind.EXACT))
                .anySatisfy(values -> assertThat(values[1]).isPositive());
    }

    @Test
    void a_tumbling_count_can_be_non_negative_too() {
        PricedQuery priced = Plans.daily(Queries.hourly("q").with(new Count("count", BigDecimal.ONE, NON_NEGATIVE)))
                .queries()
                .get(0);
        Releaser releaser = releaser(priced, 1);
        List<Outcome> outcomes = new ArrayList<>();
        for (int hour = 1; hour <= 100; hour++) {
            releaser.close(hour * HOUR, outcomes);
        }
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.kind() == Outcome.Kind.RELEASED)
                .hasSize(100)
                .allSatisfy(outcome -> assertThat(outcome.values()[0]).isNotNegative())
                .anySatisfy(outcome -> assertThat(outcome.values()[0]).isPositive());
    }

    @Test
    void only_running_totals_that_never_fall_can_be_monotone() {
        Count count = new Count("count", BigDecimal.ONE, MONOTONE);
        Sum.Range up = new Sum.Range(0, 9);
        Sum.Range down = new Sum.Range(-9, 9);
        Sum falling = new Sum("sum", BigDecimal.ONE, BigDecimal.ONE, down, null, MONOTONE);
        Sum unclamped = new Sum("sum", BigDecimal.ONE, BigDecimal.ONE, null, up, MONOTONE);
        Sum growing = new Sum("sum", BigDecimal.ONE, BigDecimal.ONE, up, down, MONOTONE);
        assertThat(Totals.running("q", 24).with(count).with(growing).query().aggregates())
                .hasSize(2);
        for (Sum sum : List.of(falling, unclamped)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Totals.running("q", 24).with(sum).query())
                    .withMessageContaining("monotone");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Totals.sliding("q", 24).with(count).query());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Queries.hourly("q").with(count).query());
    }

    /** The identities are part of a query's fingerprint, so the state of one query is not accepted by the other. */
    @Test
    void post_processing_is_part_of_what_identifies_a_query() {
        List<byte[]> identities = Stream.of(PostProcessing.NONE, MONOTONE, NON_NEGATIVE, MONOTONE.nonNegative())
                .map(processing -> new Count("count", BigDecimal.ONE, processing)
                        .identity()
                        .bytes())
                .toList();
        assertThat(identities).doesNotHaveDuplicates();
        assertThat(identities.get(0))
                .isEqualTo(new Count("count", BigDecimal.ONE).identity().bytes());
    }

    /** Windows of a day and of an hour are computed from the same series of noisy panes. */
    @Test
    void where_panes_are_shared_a_day_is_the_sum_of_its_hours() {
        PricedTotals day = priced(Totals.sliding("q", 24).count(), Plans.GAUSSIAN);
        List<Outcome> days = new ArrayList<>();
        List<Outcome> hours = new ArrayList<>();
        Releaser daily = releaser(day, 5);
        Releaser hourly = releaser(new PricedTotals(day.query(), day.price(), day.series(), new SlidingSums(1)), 5);
        for (int hour = 1; hour <= 60; hour++) {
            PartialSum added = new PartialSum(0, 0, 0, hour * HOUR, new long[] {hour % 7});
            daily.add(added);
            hourly.add(added);
            daily.close(hour * HOUR, days);
            hourly.close(hour * HOUR, hours);
        }
        for (Outcome.Kind kind : List.of(Outcome.Kind.EXACT, Outcome.Kind.RELEASED)) {
            long[] panes = values(hours, kind);
            long[] windows = values(days, kind);
            assertThat(windows).hasSize(60);
            for (int hour = 0; hour < 60; hour++) {
                long sum = 0;
                for (int at = Math.max(0, hour - 23); at <= hour; at++) {
                    sum += panes[at];
                }
                assertThat(windows[hour]).isEqualTo(sum);
            }
        }
    }

    private static long[] values(List<Outcome> outcomes, Outcome.Kind kind) {
        return outcomes.stream()
                .filter(outcome -> outcome.kind() == kind)
                .mapToLong(outcome -> outcome.values()[0])
                .toArray();
    }
}
