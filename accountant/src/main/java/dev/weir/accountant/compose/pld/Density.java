package dev.weir.accountant.compose.pld;

/**
 * The continuous part of a privacy loss distribution, over a coordinate x in which the loss increases strictly.
 *
 * <p>The coordinate is that of the noise, in which the density is simple. In the loss itself the density may be
 * unbounded near an end of its range.
 */
interface Density {

    /** The logarithm of the mass per unit of x. It is finite where the mass itself is too small for a double. */
    double logMass(double x);

    /** The logarithm of the mass per unit of x, for a caller that has already computed the loss at x. */
    default double logMass(double x, double loss) {
        return logMass(x);
    }

    /** The sum of the magnitudes of the terms that are added to compute {@link #logMass} at x. It is convex in x. */
    double terms(double x);

    /**
     * A bound on the relative error that rounding causes in a mass between two points. Every term is computed with a
     * relative error of at most three units of round-off, the sum of the terms adds one, and the rounding of x two, because
     * the slope of the logarithm times x is at most twice the terms. The bound is eight units.
     */
    default double rounding(double low, double high) {
        return 8 * Fourier.ROUNDING * Math.max(terms(low), terms(high));
    }

    /** The loss at x, in nats. */
    double loss(double x);

    /** The least upper bound of losses, possibly infinite. */
    double maximum();

    /** The x at which the loss is {@code loss}, within {@code [low(0), high(0)]}. */
    double at(double loss);

    /** An x below which at most {@code tail} of mass lies. */
    double low(double tail);

    /** An x above which at most {@code tail} of mass lies. */
    double high(double tail);

    /**
     * An upper bound on the distance in x by which tilting with {@code e^(tilt loss)} shifts the mass to the right; 0 if
     * the range of x is bounded.
     */
    double reach(double tilt);

    /**
     * A bound on the magnitude of the slope of the logarithm of the mass between two points. For a mixture it is a bound for
     * each of its two parts, up to the distance from its centre at which its tail is cut off.
     */
    double slope(double low, double high);

    /**
     * The widest panel on which ten Gauss-Legendre nodes accurately integrate this density times {@code e^((tilt + i f)
     * loss)}.
     */
    double panel(double tilt, double frequency);
}
