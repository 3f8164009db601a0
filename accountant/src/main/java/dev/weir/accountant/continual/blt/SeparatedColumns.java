package dev.weir.accountant.continual.blt;

import java.util.Arrays;

/**
 * The squared norm of the sum of evenly spaced columns of C over a known number of steps. The norm is computed in segments, each of which
 * begins where a column begins. The first value of a segment is its head; the values after it decay like those of a single column with
 * other scales omega.
 *
 * <p>The values that a segment keeps for the next one are an affine function of the values that it got from the segment before. The sum
 * over all segments but the last is therefore a quadratic form, which {@link SegmentSums} computes by doubling if there are many segments.
 */
final class SeparatedColumns {

    /** If there are more segments than this number, they are summed by doubling instead of one after the other. */
    private static final int MANY = 64;

    private final Blt blt;

    private SeparatedColumns(Blt blt) {
        this.blt = blt;
    }

    /**
     * The squared sensitivity of {@code steps} steps to contributions at least {@code separation} steps apart, at most {@code times} of
     * them: the squared norm of the sum of the columns 1, 1 + b, 1 + 2b, ... of C, which is the worst pattern for non-negative,
     * non-increasing coefficients (Kalinin and Lampert (2024), arXiv 2405.13763, Theorem 2; brute-forced in tests).
     *
     * @param steps the number of steps, at least 1; not {@link PrefixDesign#UNLIMITED}
     * @param times the largest number of contributions, at least 1
     * @param separation the smallest distance b of two contributions in steps, at least 1
     */
    static double squaredSensitivity(Blt blt, long steps, long times, long separation) {
        long segments = Math.min(times, (steps - 1) / separation + 1);
        return new SeparatedColumns(blt).squaredNorm(segments, separation, steps);
    }

    /**
     * The squared norm of the sum of {@code segments} columns: 1, 1 + separation, ....
     *
     * @param segments the number of columns, at least 1; all of them must start within {@code steps}
     */
    private double squaredNorm(long segments, long separation, long steps) {
        double[][] whole = decays(separation - 1.0);
        double[][] last = decays(steps - (segments - 1.0) * separation - 1);
        double[] before = powers(separation - 1.0);
        double[] across = powers((double) separation);
        double[] kept = new double[blt.buffers()];
        long skipped = segments <= MANY ? 0 : segments - 1;
        double sum = skipped == 0 ? 0 : new SegmentSums(blt, separation, whole).squaredNorm(skipped, kept);
        for (long m = skipped; m < segments; m++) {
            double head = 1;
            for (int i = 0; i < kept.length; i++) {
                head += before[i] * kept[i];
                kept[i] = blt.scale(i) + across[i] * kept[i];
            }
            sum += head * head + SegmentSums.quadratic(m + 1 < segments ? whole : last, kept);
        }
        return sum;
    }

    private double[] powers(double exponent) {
        double[] powers = new double[blt.buffers()];
        Arrays.setAll(powers, i -> blt.decay(i, exponent));
        return powers;
    }

    private double[][] decays(double terms) {
        double[][] sums = new double[blt.buffers()][blt.buffers()];
        for (int i = 0; i < sums.length; i++) {
            for (int l = 0; l < sums.length; l++) {
                sums[i][l] = blt.pairSum(i, l, terms);
            }
        }
        return sums;
    }
}
