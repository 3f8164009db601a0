package dev.weir.operators.aggregate.clamp;

import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;

/**
 * The parameters by which a clamp is learnt. The clamp is one of 2<sup>0</sup>, 2<sup>1</sup>, .. 2<sup>40</sup> grid
 * steps.
 *
 * @param share the part of the price that pays for drawing the clamp, above 0 and below 1; the rest pays for noise
 * @param grid the value of one grid step, above 0
 * @param start the exponent that a key's first draw takes as the key's previous choice, 0 to 40
 * @param isSigned whether negative values count as they are; if not, they count as 0
 */
public record LearntClamp(BigDecimal share, BigDecimal grid, int start, boolean isSigned) implements Serializable {

    /** The largest exponent. */
    static final int LARGEST = 40;

    /** The usual part of the price that pays for drawing the clamp. */
    public static final BigDecimal USUAL_SHARE = new BigDecimal("0.25");

    private static final int MOST_DECIMALS = 6;

    /** @throws IllegalArgumentException if a component is not as described, or the share has more than 6 decimals */
    public LearntClamp {
        if (share.signum() <= 0
                || share.compareTo(BigDecimal.ONE) >= 0
                || share.stripTrailingZeros().scale() > MOST_DECIMALS) {
            throw new IllegalArgumentException(
                    "share must be above 0 and below 1, with at most 6 decimals, was " + share);
        }
        if (grid.signum() <= 0) {
            throw new IllegalArgumentException("grid must be > 0, was " + grid);
        }
        if (start < 0 || start > LARGEST) {
            throw new IllegalArgumentException("start must be from 1 to 2^40 grid steps");
        }
    }

    /**
     * Returns the parameters of a clamp whose search starts near a value.
     *
     * @param start the value, in the field's unit, above 0 and up to 2^40 grid steps; it is rounded up to a power of
     *     two of steps
     * @param share the part of the price that pays for drawing the clamp, above 0 and below 1, with at most 6 decimals
     * @param grid the value of one grid step, above 0
     * @param isSigned whether negative values count as they are; if not, they count as 0
     * @throws IllegalArgumentException if a parameter is not as described
     */
    public static LearntClamp from(BigDecimal start, BigDecimal share, BigDecimal grid, boolean isSigned) {
        if (start.signum() <= 0) {
            throw new IllegalArgumentException("start must be > 0, was " + start);
        }
        return new LearntClamp(share, grid, exponent(Sum.toSteps(start, grid)), isSigned);
    }

    /** Returns the exponent of the smallest power of two that is not below a size. */
    static int exponent(long size) {
        return Long.SIZE - Long.numberOfLeadingZeros(Math.max(size, 1) - 1);
    }

    /**
     * Returns the exponent of the smallest clamp that does not change a value whose absolute value is {@code size}, in
     * the field's unit.
     */
    int exponentOf(double size) {
        return exponent(Sum.toSteps(new BigDecimal(size), grid));
    }

    /**
     * Returns the binary logarithm of the ratio between the width of a value's range and the clamp: 0 or 1.
     *
     * @param isMean whether the values are averaged
     */
    int doublings(boolean isMean) {
        return isMean && isSigned ? 1 : 0;
    }

    /**
     * Returns the facts that a person must expect before the error of a total can be computed.
     *
     * @param isMean whether the total is a mean
     */
    List<Expectation.Fact> facts(boolean isMean) {
        Expectation.Fact size = isSigned ? Expectation.Fact.OF_ANY_SIGN : Expectation.Fact.OF_0_AND_ABOVE;
        Expectation.Fact learnt = new Expectation.Fact(
                Expectation.CLAMP,
                "the clamp that will be learnt, which all but few values stay below,",
                0,
                Double.MAX_VALUE,
                true);
        return isMean ? List.of(size, Expectation.Fact.RECORDS, learnt) : List.of(size, learnt);
    }

    TaggedFields identity() {
        return new TaggedFields().put(1, share).put(2, grid).put(3, start).put(4, isSigned ? 1 : 0);
    }
}
