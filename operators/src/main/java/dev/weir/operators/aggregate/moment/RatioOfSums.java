package dev.weir.operators.aggregate.moment;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values that are computed from the noisy sums of a ratio: both sums and their ratio, with their errors. All of it is post-processing.
 *
 * @param name the name of the released value
 * @param numerator the sum that is divided
 * @param denominator the sum by which the numerator is divided
 */
public record RatioOfSums(String name, Term numerator, Term denominator) {

    /**
     * One of the two sums.
     *
     * @param grid the value of one grid step, above 0
     * @param high the largest value of a record in grid steps, at least 1; the smallest is 0
     */
    public record Term(BigDecimal grid, long high) implements Serializable {

        /** @throws IllegalArgumentException if a component is not as described */
        public Term {
            Block.requirePositive(BigDecimal.ONE, grid);
            if (high < 1) {
                throw new IllegalArgumentException("clamp must reach at least one grid step, reached " + high);
            }
        }

        long steps(BigDecimal value) {
            return Math.max(0, Math.min(high, Sum.toSteps(value, grid)));
        }

        Aggregate.Ends ends(String field) {
            return new Aggregate.Ends(
                    field, BigDecimal.ZERO, grid.multiply(BigDecimal.valueOf(high)), Aggregate.Ends.Growth.HIGH);
        }

        TaggedFields identity() {
            return new TaggedFields().put(1, grid).put(2, high);
        }
    }

    /**
     * Standard deviations in grid steps: exact for the sums, and to first order in the noise for the ratio.
     *
     * @param denominator the deviation of the denominator
     * @param numerator the deviation of the numerator
     * @param ratio the deviation of the ratio, as numerator steps divided by denominator steps
     */
    public record Errors(double denominator, double numerator, double ratio) {}

    /**
     * The values of noisy sums.
     *
     * @param above the numerator, in parts of the products of both steps
     * @param below the denominator, in such parts
     * @param parts the number of parts of one product
     * @param stddev the standard deviation of the noise in each coordinate, in products of both steps
     */
    Estimate estimate(BigInteger above, BigInteger below, BigInteger parts, double stddev) {
        double step = parts.doubleValue();
        double steps = below.doubleValue() / step / numerator.high;
        boolean isKnown = steps >= 1;
        Errors errors = errors(
                stddev, isKnown ? above.doubleValue() / step / denominator.high / steps : 0, isKnown ? steps : 1);
        double unit = numerator.grid.doubleValue() / denominator.grid.doubleValue();
        Map<String, @Nullable Object> fields = isKnown
                ? Estimate.number(ratio(above, below), Estimate.printed(errors.ratio * unit))
                : Estimate.number(null, null);
        BigInteger ofX = parts.multiply(BigInteger.valueOf(denominator.high));
        BigInteger ofY = parts.multiply(BigInteger.valueOf(numerator.high));
        fields.put("numerator", sum(above, ofX, numerator.grid, errors.numerator));
        fields.put("denominator", sum(below, ofY, denominator.grid, errors.denominator));
        return new Estimate(name, fields);
    }

    /** Returns ((above / X) g) / ((below / Y) h), where g and h are the grids of the numerator and the denominator. */
    private BigDecimal ratio(BigInteger above, BigInteger below) {
        BigDecimal dividend =
                new BigDecimal(above.multiply(BigInteger.valueOf(numerator.high))).multiply(numerator.grid);
        BigDecimal divisor =
                new BigDecimal(below.multiply(BigInteger.valueOf(denominator.high))).multiply(denominator.grid);
        int scale = Math.max(0, Math.max(dividend.scale(), divisor.scale()));
        return Estimate.quotient(
                dividend.setScale(scale).unscaledValue(),
                divisor.setScale(scale).unscaledValue(),
                BigDecimal.ONE);
    }

    private static Map<String, @Nullable Object> sum(BigInteger parts, BigInteger one, BigDecimal grid, double stddev) {
        BigDecimal value = Estimate.quotient(parts, one, grid);
        return Estimate.number(value, Estimate.printed(stddev * grid.doubleValue()));
    }

    /**
     * Returns the errors of values that are computed from three noisy coordinates.
     *
     * @param stddev the standard deviation of the noise in each coordinate, in products of the steps of numerator and
     *     denominator
     * @param ratio the ratio, as numerator steps divided by denominator steps
     * @param steps the denominator in its grid steps, above 0
     */
    public Errors errors(double stddev, double ratio, double steps) {
        double x = denominator.high;
        double y = numerator.high;
        double common = 1 / x - ratio / y;
        double each = 1 / (x * x) + ratio * ratio / (y * y);
        return new Errors(
                Math.sqrt(2) * stddev / y,
                Math.sqrt(2) * stddev / x,
                stddev * Math.sqrt(common * common + each) / steps);
    }
}
