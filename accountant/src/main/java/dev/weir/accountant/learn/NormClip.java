package dev.weir.accountant.learn;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigInteger;

/**
 * Rounds vectors to a grid and shortens them to a length. The result is never longer than the bound, exactly, so the bound is the
 * sensitivity. The direction is kept as well as whole numbers allow.
 *
 * <p>Rounding is towards zero, so it makes no vector longer. A vector q of whole numbers that is longer than {@code most} becomes sign(q)
 * floor(|q| most / ceil(|q|)) in each coordinate, at most most |q| / ceil(|q|) &le; {@code most} long.
 *
 * @param most the bound in grid steps, from 1 to 2<sup>50</sup>
 * @param grid the value of one grid step, from 1e-100 to 1e100
 */
public record NormClip(long most, double grid) implements Serializable {

    private static final long LARGEST = 1L << 50;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code most} or {@code grid} is out of range */
    public NormClip {
        Require.between("most", most, 1, LARGEST);
        Require.scale("grid", grid);
    }

    /** The bound in the unit of the vectors. */
    public double length() {
        return most * grid;
    }

    /**
     * Rounds a vector to the grid and shortens it.
     *
     * @param vector the vector; if a coordinate is not finite, the result is 0
     * @return the vector in grid steps
     */
    public long[] clip(double[] vector) {
        double length = Vectors.length(vector);
        long[] steps = new long[vector.length];
        if (!(length < Double.POSITIVE_INFINITY)) {
            return steps;
        }
        double factor = length > length() ? length() / length : 1;
        for (int i = 0; i < steps.length; i++) {
            steps[i] = (long) (vector[i] * factor / grid);
        }
        return shorten(steps);
    }

    /**
     * Shortens a vector of grid steps.
     *
     * @param steps the vector in grid steps
     * @return the vector itself if it is no longer than the bound; otherwise a shorter one
     */
    public long[] shorten(long[] steps) {
        BigInteger square = BigInteger.ZERO;
        for (long step : steps) {
            square = square.add(BigInteger.valueOf(step).pow(2));
        }
        BigInteger bound = BigInteger.valueOf(most);
        return square.compareTo(bound.pow(2)) <= 0 ? steps : shortened(steps, bound, ceilingRoot(square));
    }

    private static long[] shortened(long[] steps, BigInteger bound, BigInteger length) {
        long[] shorter = new long[steps.length];
        for (int i = 0; i < steps.length; i++) {
            // the division of a BigInteger rounds towards zero
            shorter[i] =
                    BigInteger.valueOf(steps[i]).multiply(bound).divide(length).longValueExact();
        }
        return shorter;
    }

    private static BigInteger ceilingRoot(BigInteger square) {
        BigInteger[] root = square.sqrtAndRemainder();
        return root[1].signum() == 0 ? root[0] : root[0].add(BigInteger.ONE);
    }
}
