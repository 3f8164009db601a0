package dev.weir.accountant.continual;

import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.privacy.InvalidParameter;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The encoder C x of a {@link Blt} in whole numbers: X<sub>t</sub> = round((C x)<sub>t</sub> / g).
 *
 * <p>Buffer i holds S<sub>i</sub> = &sum; theta<sub>i</sub><sup>j-1</sup> x<sub>t-j</sub> as a whole number of units of 2<sup>-q</sup> grid
 * steps; eta and omega are exact multiples of 2<sup>-62</sup>. A step computes x<sub>t</sub> + &sum; omega<sub>i</sub> S<sub>i</sub> in 128
 * bits without any rounding, rounds the sum once to the release grid g, a power of two, and replaces S<sub>i</sub> by S<sub>i</sub> -
 * round(eta<sub>i</sub> S<sub>i</sub>) + x<sub>t</sub>.
 *
 * <p><b>Error bound.</b> Each replacement rounds by at most half a unit, and each later replacement multiplies this error by
 * theta<sub>i</sub>. The error of S<sub>i</sub> therefore is at most 1 / (2 eta<sub>i</sub>) units, and the error of C x is at most {@link
 * #error} e = &frac12; &sum; omega<sub>i</sub> / eta<sub>i</sub> units, whatever x is. Doubles have no such bound: their rounding grows
 * with the private x. If one unit moves the true C x by D in l2, it moves g X by at most D + sqrt(n) (2 e + g) over n steps, because for
 * either neighbour each step deviates by at most e from C x and by at most g / 2 from the grid. {@link #perKey} is the second term of this
 * sum.
 *
 * <p>q and g are chosen so that both sqrt(n) 2 e and sqrt(n) g are at most 2<sup>-10</sup> of the sensitivity to one full-size
 * contribution.
 */
final class FixedPointEncoder implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final double ALLOWED = 0x1p-10;
    private static final double UP = 1 + 0x1p-40;
    private static final long LARGEST_BUFFER = 1L << 62;
    private static final int MOST_BITS = 60;

    private final long[] eta;
    private final long[] omega;
    private final int fractionBits;
    private final int gridBits;
    private final int shift;
    private final double error;
    private final double perKey;
    private final long largestAdded;

    /**
     * Creates the encoder of a series.
     *
     * @param blt the factorisation whose C is computed
     * @param fullSize the most one contribution adds, in grid steps, at least 1
     * @param lastStep n, the number of steps of the series, at least 1
     * @throws InvalidParameter if the full size and the number of steps together are too large for words of 64 and 128 bits
     */
    FixedPointEncoder(Blt blt, long fullSize, long lastStep) {
        eta = fixedPoint(blt.eta());
        omega = fixedPoint(blt.omega());
        double steps = Math.sqrt((double) lastStep) * UP;
        double allowed = ALLOWED * fullSize * Math.sqrt(blt.sensitivitySquared(lastStep)) / steps;
        double units = unitsOff(blt);
        gridBits = Math.getExponent(allowed);
        fractionBits = Math.max(Math.max(0, -gridBits), 1 + Math.getExponent(2 * units / allowed));
        shift = Blt.FRACTION_BITS + gridBits + fractionBits;
        error = Math.scalb(units, -fractionBits);
        perKey = steps * (2 * error + grid()) * UP;
        if (fractionBits > MOST_BITS || shift >= 2 * Long.SIZE - 2) {
            throw new InvalidParameter(
                    "steps and full size",
                    "small enough to leave room for whole numbers",
                    lastStep + " and " + fullSize);
        }
        largestAdded = LARGEST_BUFFER >> (fractionBits + 1);
    }

    private static long[] fixedPoint(double[] values) {
        return Arrays.stream(values)
                .mapToLong(x -> (long) Math.scalb(x, Blt.FRACTION_BITS))
                .toArray();
    }

    /**
     * The error bound e in units of 2<sup>-q</sup> grid steps, the units of the buffers: &frac12; &sum; omega<sub>i</sub> /
     * eta<sub>i</sub>, rounded up.
     */
    private static double unitsOff(Blt blt) {
        double sum = 0;
        for (int i = 0; i < blt.buffers(); i++) {
            sum += blt.omega()[i] / blt.eta()[i];
        }
        return sum / 2 * UP;
    }

    /** The number of words of state that the buffers take. */
    int words() {
        return eta.length;
    }

    /** The release grid g, in grid steps of the value. */
    double grid() {
        return Math.scalb(1.0, gridBits);
    }

    /** The logarithm of the release grid, log2 g. */
    int gridBits() {
        return gridBits;
    }

    /** The error bound e: the largest deviation of the encoder from C x, in grid steps of the value. */
    double error() {
        return error;
    }

    /**
     * The addition to the l2 sensitivity by rounding to whole numbers, for each key that a unit contributes to: sqrt(n)
     * (2 e + g), rounded up.
     */
    double perKey() {
        return perKey;
    }

    /**
     * The largest increment of one step, in grid steps. Increments may add up to twice as much before a buffer overflows.
     */
    long largestAdded() {
        return largestAdded;
    }

    /**
     * Takes the next step of the series with the increment {@code added}, and returns X<sub>t</sub>, in units of g.
     * @throws ArithmeticException if the increment exceeds {@link #largestAdded} or a buffer overflows
     */
    long encode(long[] state, int at, long added) {
        if (Math.abs(added) > largestAdded || added == Long.MIN_VALUE) {
            throw overflow();
        }
        long scaled = added << fractionBits;
        long high = scaled >> (Long.SIZE - Blt.FRACTION_BITS);
        long low = scaled << Blt.FRACTION_BITS;
        for (int i = 0; i < eta.length; i++) {
            long buffer = state[at + i];
            long product = omega[i] * buffer;
            long sum = low + product;
            high += Math.multiplyHigh(omega[i], buffer) + carry(low, product, sum);
            low = sum;
            long next = buffer - roundedProduct(eta[i], buffer) + scaled;
            if (next > LARGEST_BUFFER || next < -LARGEST_BUFFER) {
                throw overflow();
            }
            state[at + i] = next;
        }
        return rounded(high, low, shift);
    }

    private static long roundedProduct(long eta, long buffer) {
        return rounded(Math.multiplyHigh(eta, buffer), eta * buffer, Blt.FRACTION_BITS);
    }

    /** Divides a number of 128 bits by 2<sup>bits</sup>, rounding half up; {@code bits} is from 1 to 125. */
    private static long rounded(long high, long low, int bits) {
        if (bits > Long.SIZE) {
            return (high + (1L << (bits - Long.SIZE - 1))) >> (bits - Long.SIZE);
        }
        long half = 1L << (bits - 1);
        long sum = low + half;
        long top = high + carry(low, half, sum);
        return bits == Long.SIZE ? top : (top << (Long.SIZE - bits)) | (sum >>> bits);
    }

    /** Returns the carry of the unsigned addition of {@code a} and {@code b}, whose low word is {@code sum}: 1 or 0. */
    private static long carry(long a, long b, long sum) {
        return ((a & b) | ((a | b) & ~sum)) >>> (Long.SIZE - 1);
    }

    private static ArithmeticException overflow() {
        return new ArithmeticException("running total must stay within the range of its encoder");
    }
}
