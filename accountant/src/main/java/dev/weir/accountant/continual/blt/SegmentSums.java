package dev.weir.accountant.continual.blt;

import java.util.Arrays;

/**
 * The squared norms of many whole segments of {@link SeparatedColumns}, computed by doubling the number of segments.
 *
 * <p>A segment that starts with kept values v has the head 1 + before &middot; v, leaves kept values u + D v with D diagonal, and
 * contributes a quadratic function of v: q(v) = p + 2 r &middot; v + v' P v. For m segments in a row u, D and q become u<sub>m</sub>,
 * D<sub>m</sub> and q<sub>m</sub>, and q<sub>2m</sub>(v) = q<sub>m</sub>(v) + q<sub>m</sub>(u<sub>m</sub> + D<sub>m</sub> v). All
 * coefficients are positive, so no digits cancel.
 */
final class SegmentSums {

    private final Blt blt;
    private final double separation;
    private long segments = 1;
    private double constant;
    private final double[] linear;
    private final double[][] quadratic;

    /**
     * Creates the sums of one whole segment.
     *
     * @param whole the sums of products of decays over a segment without its head
     */
    SegmentSums(Blt blt, long separation, double[][] whole) {
        this.blt = blt;
        this.separation = separation;
        int size = blt.buffers();
        double[] added = added();
        double[] image = image(whole, added);
        constant = 1 + quadratic(whole, added);
        linear = new double[size];
        quadratic = new double[size][size];
        for (int i = 0; i < size; i++) {
            linear[i] = before(i) + across(i) * image[i];
            for (int l = 0; l < size; l++) {
                quadratic[i][l] = before(i) * before(l) + across(i) * across(l) * whole[i][l];
            }
        }
    }

    /**
     * Returns the squared norm of {@code count} segments and updates the kept values. The method may be called only once, because it
     * doubles the segments of this object.
     *
     * @param count the number of segments, at least 1
     * @param kept the values that the first segment starts with; after the call, the values that the last segment leaves
     */
    double squaredNorm(long count, double[] kept) {
        double sum = 0;
        for (long rest = count; rest > 0; rest >>>= 1) {
            if ((rest & 1) == 1) {
                sum += at(kept);
                move(kept);
            }
            redouble();
        }
        return sum;
    }

    private double at(double[] kept) {
        double sum = constant + quadratic(quadratic, kept);
        for (int i = 0; i < kept.length; i++) {
            sum += 2 * linear[i] * kept[i];
        }
        return sum;
    }

    private void move(double[] kept) {
        double[] added = added();
        Arrays.setAll(kept, i -> added[i] + across(i) * kept[i]);
    }

    private void redouble() {
        double[] added = added();
        double[] image = image(quadratic, added);
        constant += at(added);
        for (int i = 0; i < linear.length; i++) {
            linear[i] += across(i) * (linear[i] + image[i]);
            for (int l = 0; l < linear.length; l++) {
                quadratic[i][l] += across(i) * across(l) * quadratic[i][l];
            }
        }
        segments *= 2;
    }

    private double before(int i) {
        return blt.decay(i, separation - 1);
    }

    /** The factor D<sub>ii</sub>: the part of kept value i that is left after {@code segments} segments. */
    private double across(int i) {
        return blt.decay(i, separation * segments);
    }

    /** The vector u: the kept values that {@code segments} segments leave if the first one starts with zeros. */
    private double[] added() {
        double[] added = new double[blt.buffers()];
        Arrays.setAll(
                added,
                i -> blt.scale(i) * blt.decayComplement(i, separation * segments) / blt.decayComplement(i, separation));
        return added;
    }

    private static double[] image(double[][] matrix, double[] vector) {
        double[] image = new double[vector.length];
        for (int i = 0; i < vector.length; i++) {
            for (int l = 0; l < vector.length; l++) {
                image[i] += matrix[i][l] * vector[l];
            }
        }
        return image;
    }

    /** The quadratic form of a matrix at a vector. */
    static double quadratic(double[][] matrix, double[] vector) {
        double sum = 0;
        for (int i = 0; i < vector.length; i++) {
            for (int l = 0; l < vector.length; l++) {
                sum += matrix[i][l] * vector[i] * vector[l];
            }
        }
        return sum;
    }
}
