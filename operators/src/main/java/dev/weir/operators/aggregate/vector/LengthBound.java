package dev.weir.operators.aggregate.vector;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.grid.GridRule;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The largest length of one record's vector, and the norm that measures this length. Longer vectors are shortened, not
 * left out.
 *
 * @param length the norm that measures the length
 * @param most the largest length C, in the field's unit, above 0
 */
public record LengthBound(Length length, BigDecimal most) implements Serializable {

    private static final MathContext EXACT_ENOUGH = new MathContext(60);

    /** The norms that measure lengths. */
    public enum Length {
        /** The root of the sum of squares, for Gaussian noise. */
        L2(1),
        /** The sum of the absolute coordinates, for Laplace noise. */
        L1(2),
        /** The largest absolute coordinate: every coordinate is clamped. */
        LINF(3);

        /** The number of the norm in fingerprints. */
        private final long number;

        Length(long number) {
            this.number = number;
        }
    }

    /**
     * The smallest bound. It keeps the squares of coordinates, which admission computes as doubles, far above the
     * underflow of doubles.
     */
    private static final BigDecimal LEAST = new BigDecimal("1e-60");

    /** @throws IllegalArgumentException if the bound is below 1e-60 */
    public LengthBound {
        if (most.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException(name(length) + " must be > 0 and at least 1e-60, was " + most);
        }
    }

    /**
     * Refuses a chosen grid on which coordinates could not be clamped to the bound. Every grid is accepted for l1 and
     * l2, because such lengths are compared with the bound itself.
     *
     * @param grid the value of one grid step, above 0
     * @throws IllegalArgumentException if each coordinate is clamped, and the bound is not a whole number of steps
     */
    public void requireWhole(BigDecimal grid) {
        if (length == Length.LINF) {
            GridRule.inSteps(name(length), most.negate(), most, grid);
        }
    }

    static String name(Length length) {
        return switch (length) {
            case L2 -> "l2";
            case L1 -> "l1";
            case LINF -> "linf";
        };
    }

    TaggedFields identity() {
        return new TaggedFields().put(1, length.number).put(2, most);
    }

    /**
     * The largest size of a rounded vector. Rounding moves each coordinate by at most half a step, so it moves the
     * vector by at most sqrt(d) / 2 in l2 and d / 2 in l1. Let r = C / g be the bound in grid steps. The largest size
     * is floor((r + sqrt(d) / 2)&sup2;) = floor(r&sup2; + r sqrt(d) + d / 4) for {@code L2} and floor(r + d / 2) for
     * {@code L1}. For {@code LINF} it is d times the rounded bound or d times its square, according to the norm of the
     * noise.
     *
     * @param norm the norm of the query's noise
     * @param dimension the number d of coordinates, at least 1
     * @param grid the value g of one grid step, above 0
     * @throws IllegalArgumentException if the length is an l1 or l2 norm other than the norm of the noise
     */
    public BigInteger fullSize(Norm norm, int dimension, BigDecimal grid) {
        if (length == Length.LINF) {
            return norm.size(Sum.toSteps(most, grid)).multiply(BigInteger.valueOf(dimension));
        }
        if ((length == Length.L2) != (norm == Norm.SQUARED_L2)) {
            throw new IllegalArgumentException(
                    length == Length.L2
                            ? "l2 must go with a budget of Gaussian noise (delta or rho); a pure one takes l1 or linf"
                            : "l1 must go with a pure budget; one of Gaussian noise takes l2 or linf");
        }
        BigDecimal steps = most.divide(grid, EXACT_ENOUGH);
        BigDecimal d = BigDecimal.valueOf(dimension);
        BigDecimal size = length == Length.L1
                ? steps.add(d.divide(BigDecimal.valueOf(2)))
                : steps.pow(2).add(steps.multiply(d.sqrt(EXACT_ENOUGH))).add(d.divide(BigDecimal.valueOf(4)));
        return size.setScale(0, RoundingMode.FLOOR).toBigInteger();
    }
}
