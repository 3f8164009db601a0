package dev.weir.accountant.local.client;

import dev.weir.accountant.local.NumberResponse;
import dev.weir.accountant.local.NumberResponse.Range;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Require;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * A question whose answer is a number, which is counted in steps of a grid and clamped to the mechanism's range.
 *
 * <p><b>Guarantee.</b> That of the mechanism: {@link dev.weir.accountant.local.LocalMechanism}.
 *
 * @param name the question's name
 * @param grid the size of a step, above 0
 * @param mechanism the mechanism, whose range is counted in steps
 */
public record NumberQuestion(String name, BigDecimal grid, NumberResponse mechanism) implements Question {

    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
    public NumberQuestion {
        LocalReport.requireName(name);
        Require.positive("grid", grid);
        grid = grid.stripTrailingZeros();
    }

    /**
     * The range of grid steps between two numbers.
     *
     * @param low the smallest number, a multiple of {@code grid}
     * @param high the largest number, a multiple of {@code grid}, above {@code low}
     * @param grid the size of a step, above 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static Range steps(BigDecimal low, BigDecimal high, BigDecimal grid) {
        Require.positive("grid", grid);
        return new Range(whole("low", low, grid), whole("high", high, grid));
    }

    private static long whole(String name, BigDecimal number, BigDecimal grid) {
        BigDecimal[] steps = number.divideAndRemainder(grid);
        boolean isWhole = steps[1].signum() == 0 && steps[0].toBigInteger().bitLength() < Long.SIZE;
        Require.that(isWhole, name, "a multiple of the grid of at most 2^60 steps", number);
        return steps[0].longValueExact();
    }

    /** Texts of the same numbers are equal: a grid is written without trailing zeros and without an exponent. */
    @Override
    public String id() {
        return MechanismId.of(List.of(mechanism.description(), grid.toPlainString()));
    }

    /**
     * Draws the report of an answer. Store it before it is sent: a second draw costs &epsilon; again.
     *
     * @param number the answer, any number; it is rounded to the nearest step, ties away from zero, and clamped
     * @param period the period that it is about, counted from the epoch
     * @param randomness the source of the random bits; a {@link dev.weir.accountant.noise.KeyStream} outside of tests
     */
    public LocalReport report(BigDecimal number, long period, Randomness randomness) {
        byte[] bytes = mechanism.report(nearest(number), randomness);
        return new LocalReport(name, id(), period, LocalReport.body(bytes));
    }

    /**
     * A number in grid steps, clamped to the range.
     *
     * @param number any number; it is rounded to the nearest step, ties away from zero
     */
    public long nearest(BigDecimal number) {
        Range range = mechanism.range();
        BigDecimal low = grid.multiply(BigDecimal.valueOf(range.low()));
        BigDecimal high = grid.multiply(BigDecimal.valueOf(range.high()));
        BigDecimal clamped = number.max(low).min(high);
        boolean isNearZero = clamped.abs().multiply(TWO).compareTo(grid) < 0; // division has limits for tiny numbers
        return isNearZero ? 0 : clamped.divide(grid, 0, RoundingMode.HALF_UP).longValueExact();
    }
}
