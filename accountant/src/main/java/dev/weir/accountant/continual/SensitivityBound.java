package dev.weir.accountant.continual;

import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.Gram;
import java.io.Serializable;

/**
 * Upper bounds of the squared l2 sensitivity of a {@link BltNoise} series, in squared grid steps: (||C u|| + r)&sup2; for each key, with r
 * = sqrt(n) (2 e + g). Doubles are always rounded up.
 *
 * <p>||C u||&sup2; is bounded by &sum; |u<sub>i</sub>| |u<sub>j</sub>| Gamma(distance): inner products of columns of C are positive, so
 * contributions of opposite signs can only lower ||C u||.
 */
final class SensitivityBound implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * The margin that every bound is multiplied by: twice the relative error of inner products, so that the margin also covers the rounding
     * of a few operations on them.
     */
    static final double UP = 1 + 2 * Gram.RELATIVE_ERROR;

    private final Gram gram;
    private final double perKey;
    private final long lastStep;

    /**
     * Creates the bounds for one series.
     *
     * @param blt the factorisation
     * @param perKey r, in grid steps
     * @param lastStep n, the number of steps of the series
     */
    SensitivityBound(Blt blt, double perKey, long lastStep) {
        this.gram = new Gram(blt, lastStep);
        this.perKey = perKey;
        this.lastStep = lastStep;
    }

    /**
     * The bound (||C u|| + r)&sup2; for one key, given {@code squared} = ||C u||&sup2;. The bound is 0 if {@code squared} is 0, because the
     * unit then has contributed nothing to the key.
     */
    double withRounding(double squared) {
        double norm = Math.sqrt(squared) + perKey;
        return squared == 0 ? 0 : norm * norm * UP;
    }

    /** The inner product Gamma({@code lag}) of two columns of C, rounded up. */
    double product(long lag) {
        return gram.at(lag) * UP;
    }

    /** The bound for the worst pattern of contributions to one key; infinite if the pattern is not bounded. */
    double squaredPerKey(Participation bounds, long size) {
        if (bounds.separation() == 0 && bounds.times() == Participation.UNLIMITED) {
            return Double.POSITIVE_INFINITY;
        }
        long times = bounds.timesWithin(lastStep);
        double pattern = gram.minSeparationSquared(times, bounds.separation()) * UP;
        return withRounding(pattern * size * size);
    }

    /** The bound for the worst pattern of contributions to all keys; infinite if the pattern is not bounded. */
    double squared(Participation bounds, long size) {
        return bounds.keys() == Participation.UNLIMITED
                ? Double.POSITIVE_INFINITY
                : bounds.keys() * squaredPerKey(bounds, size) * UP;
    }
}
