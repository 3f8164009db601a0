package dev.weir.operators.aggregate.moment;

import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/**
 * The moments that follow from the three numbers of a {@link Variance}, before they are converted into the field's unit. If the number of
 * records is below 1, the mean and the variance are computed for 1 record.
 */
final class SquareMoments {

    /**
     * The values that a record may have.
     *
     * @param clamp bounds of a value in grid steps
     * @param grid the value of one grid step
     */
    record Steps(Sum.Range clamp, BigDecimal grid) {}

    private final BigInteger low;
    private final BigDecimal grid;
    private final BigInteger width;
    private final BigInteger total;
    private final BigInteger records;
    private final BigInteger twiceSum;
    private final BigInteger squares;

    /** R&sup2; steps, which are what one record adds. */
    private final BigInteger one;

    /**
     * @param steps the clamp in grid steps, and the value of one
     * @param numbers the three numbers of the block, noisy or estimated, in parts of a step
     * @param step the number of parts of a step
     */
    SquareMoments(Steps steps, List<BigInteger> numbers, BigInteger step) {
        this.low = BigInteger.valueOf(steps.clamp.low());
        this.grid = steps.grid;
        this.width = BigInteger.valueOf(Clamping.width(steps.clamp));
        squares = numbers.get(2);
        BigInteger mixed = numbers.get(1);
        total = numbers.get(0).add(mixed).add(squares);
        one = width.pow(2).multiply(step);
        records = total.max(one);
        twiceSum = mixed.add(squares.shiftLeft(1));
    }

    double count() {
        return records.doubleValue() / one.doubleValue();
    }

    /**
     * The numerator of the mean in steps above the lower bound, kept within its possible range. The denominator is
     * twice {@code records}.
     */
    BigInteger meanDividend() {
        BigInteger most = records.shiftLeft(1);
        return twiceSum.max(BigInteger.ZERO).min(most).multiply(width);
    }

    /** The variance in squared steps, kept from 0 to a quarter of R&sup2;, times 4 {@code records}&sup2;. */
    BigInteger varianceDividend() {
        BigInteger square = squares.multiply(width.pow(2)).multiply(records).shiftLeft(2);
        BigInteger most = width.pow(2).multiply(records.pow(2));
        return square.subtract(meanDividend().pow(2)).max(BigInteger.ZERO).min(most);
    }

    BigDecimal variance() {
        return Estimate.quotient(varianceDividend(), records.pow(2).shiftLeft(2), grid.pow(2));
    }

    BigDecimal mean() {
        BigInteger least = low.multiply(records).shiftLeft(1);
        return Estimate.quotient(least.add(meanDividend()), records.shiftLeft(1), grid);
    }

    BigDecimal sum() {
        BigInteger least = low.multiply(total).shiftLeft(1);
        BigInteger steps = twiceSum.multiply(width);
        return Estimate.quotient(least.add(steps), one.shiftLeft(1), grid);
    }

    BigDecimal wholeCount() {
        return Estimate.quotient(total, one, BigDecimal.ONE);
    }

    /** The mean relative to the clamp, from 0 to 1. */
    double relativeMean() {
        return meanDividend().doubleValue() / (2 * records.doubleValue() * width.doubleValue());
    }

    /** The variance relative to the square of the clamp's width, from 0 to 1/4. */
    double relativeVariance() {
        double all = records.doubleValue();
        return varianceDividend().doubleValue() / (4 * all * all * width.pow(2).doubleValue());
    }
}
