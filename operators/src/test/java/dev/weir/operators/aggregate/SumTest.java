package dev.weir.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SumTest {

    @ParameterizedTest
    @CsvSource({
        "0.5, 1, 1",
        "-0.5, 1, -1",
        "0.49999, 1, 0",
        "-1.5, 1, -2",
        "2.5, 1, 3",
        "0.75, 0.5, 2",
        "0.125, 0.25, 1",
        "1, 3, 0",
        "2, 3, 1",
        "1.5, 3, 1",
        "-1.5, 3, -1",
        "1e3, 0.01, 100000"
    })
    void ties_round_away_from_zero(BigDecimal value, BigDecimal grid, long steps) {
        assertThat(Sum.toSteps(value, grid)).isEqualTo(steps);
    }

    @RepeatedTest(200)
    void clamping_and_then_rounding_is_rounding_and_then_clamping(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        BigDecimal grid = BigDecimal.valueOf(1 + random.nextInt(300), random.nextInt(3));
        BigDecimal one = BigDecimal.valueOf(random.nextInt(-5000, 5000), 2);
        BigDecimal other = BigDecimal.valueOf(random.nextInt(-5000, 5000), 2);
        BigDecimal low = one.min(other);
        BigDecimal high = one.max(other).add(grid);
        BigDecimal value = BigDecimal.valueOf(random.nextInt(-9000, 9000), 2);
        Sum.Range clamp = new Sum.Range(Sum.toSteps(low, grid), Sum.toSteps(high, grid));
        Sum sum = new Sum("s", BigDecimal.ONE, grid, clamp, null);
        BigDecimal clamped = value.max(low).min(high);
        assertThat(sum.steps(value))
                .isEqualTo(clamped.divide(grid, 0, RoundingMode.HALF_UP).longValueExact());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e30", "9223372036854775808", "1e999999999"})
    void values_beyond_a_long_saturate_without_being_written_out(String value) {
        Sum sum = Queries.unitClamped(-5, 5);
        assertThat(sum.steps(new BigDecimal(value))).isEqualTo(1L << 62);
        assertThat(sum.steps(new BigDecimal(value).negate())).isEqualTo(-(1L << 62));
        assertThat(Queries.clamped(-5, 7).steps(new BigDecimal(value))).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0e999999999", "1e-30", "1e-999999999", "-1e-999999999"})
    void values_far_below_a_step_count_nothing(String value) {
        assertThat(Queries.clamped(-5, 5).steps(new BigDecimal(value))).isZero();
    }

    /** A unit's total R moves the cell by clamp(R). A unit without records contributes 0, even if 0 is outside of the bounds. */
    @Test
    void a_per_unit_clamp_that_leaves_out_0_lifts_the_first_record() {
        Sum sum = Queries.unitClamped(100, 200);
        assertThat(sum.unitRange().clamp(1)).isEqualTo(100);
        assertThat(sum.unitRange().clamp(-50)).isEqualTo(100);
        assertThat(sum.unitRange().clamp(150)).isEqualTo(150);
        assertThat(sum.unitRange().clamp(Long.MAX_VALUE)).isEqualTo(200);
        assertThat(Queries.unitClamped(-200, -100).unitRange().clamp(7)).isEqualTo(-100);
    }

    @ParameterizedTest
    @CsvSource({
        // columns: clamp, per-unit clamp, full size, largest total of 3 records
        "-3, 7, 0, 1000, 7, 21",
        "-9, 7, 0, 1000, 9, 27",
        "-9, 7, -4, 2, 4, 4",
        "-9, 7, -12, 2, 9, 12",
        "-3, 7, 100, 200, 100, 100",
        "-3, 70, 100, 200, 100, 200",
        "-3, 7, -200, -100, 100, 100",
        "-300, 7, -200, -100, 200, 200"
    })
    void full_size_and_largest_total_are_the_most_that_records_can_add(
            long low, long high, long unitLow, long unitHigh, long full, long ofThree) {
        Sum sum = new Sum(
                "s", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(low, high), new Sum.Range(unitLow, unitHigh));
        assertThat(sum.largestTotal(1)).isEqualTo(full);
        assertThat(sum.largestTotal(3)).isEqualTo(ofThree);
        assertThat(sum.largestTotal(Long.MAX_VALUE)).isEqualTo(Math.max(Math.abs(unitLow), Math.abs(unitHigh)));
    }

    /** Tests the definition of c exhaustively: no record moves |s| by more. */
    @RepeatedTest(100)
    void no_record_moves_a_total_by_more_than_the_full_size(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Sum sum = new Sum(
                "s", BigDecimal.ONE, BigDecimal.ONE, range(random), random.nextInt(4) == 0 ? null : range(random));
        for (long v = -12; v <= 12; v++) {
            long steps = sum.steps(BigDecimal.valueOf(v));
            assertThat(Math.abs(sum.unitRange().clamp(steps))).isLessThanOrEqualTo(sum.largestTotal(1));
            for (long raw = -40; raw <= 40; raw++) {
                long moved = Math.abs(sum.unitRange().clamp(raw + steps))
                        - Math.abs(sum.unitRange().clamp(raw));
                assertThat(moved).isLessThanOrEqualTo(sum.largestTotal(1));
            }
        }
    }

    private static Sum.Range range(SplittableRandom random) {
        long a = random.nextLong(-10, 11);
        long b = random.nextLong(-10, 11);
        return a == b ? new Sum.Range(1, 3) : new Sum.Range(Math.min(a, b), Math.max(a, b));
    }

    @Test
    void what_nothing_bounds_is_unbounded() {
        assertThat(Queries.clamped(-3, 7).largestTotal(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(Queries.clamped(-3, 1L << 40).largestTotal(1L << 40)).isEqualTo(Long.MAX_VALUE);
        assertThat(Queries.unitClamped(-3, 7).largestTotal(1)).isEqualTo(7);
        assertThat(new Count("n", BigDecimal.ONE).largestTotal(5)).isEqualTo(5);
        assertThat(new Count("n", BigDecimal.ONE).largestTotal(1)).isEqualTo(1);
    }

    @Test
    void a_sum_without_bounds_grid_or_weight_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sum("s", BigDecimal.ONE, BigDecimal.ONE, null, null))
                .withMessage("a sum must have a clamp or a per-unit clamp");
        assertThatIllegalArgumentException().isThrownBy(() -> Queries.clamped(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Queries.unitClamped(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Queries.clamped(3, 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sum("s", BigDecimal.ONE, BigDecimal.ZERO, new Sum.Range(0, 1), null));
        assertThatIllegalArgumentException().isThrownBy(() -> new Count("n", BigDecimal.ZERO));
    }

    @Test
    void bounds_end_at_2_to_the_40_on_both_sides() {
        assertThat(Queries.clamped(-(1L << 40), 1L << 40).largestTotal(1)).isEqualTo(1L << 40);
        assertThatIllegalArgumentException().isThrownBy(() -> Queries.clamped(0, (1L << 40) + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Queries.clamped(-(1L << 40) - 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Queries.unitClamped(Long.MIN_VALUE, 5));
    }
}
