package dev.weir.accountant.learn;

import dev.weir.accountant.learn.Loss.Curved;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;

/**
 * Newton's method for the minimiser of F(w), a sum of curved losses plus (Lambda/2) |w|&sup2;. A step is halved up to ten times until the
 * gradient shrinks enough. Where that fails, a gradient step is taken instead.
 *
 * <p>The gradient at w bounds the distance of w from the minimiser: |w - v| &le; |gradient| / Lambda.
 *
 * <p><b>The search always succeeds.</b> Let beta = n c R&sup2; + Lambda for n records, features of length R at most and losses of second
 * derivative c at most, and kappa = beta / Lambda. All second derivatives of F lie between Lambda and beta, so a gradient step w - g / beta
 * turns the gradient g into (1 - H / beta) g for a matrix H with eigenvalues between them, which is at most (1 - 1 / kappa) |g| long. Let e
 * bound the rounding error of a gradient. A computed step makes three errors of at most e: in the gradient that it follows, in its end
 * point, times beta, and in the gradient there. So the computed gradient shrinks by the factor 1 - 1 / (2 kappa) at least as long as it is
 * above 6 kappa e. Every accepted step shrinks it so, and K = 2 kappa ln(2 n R / tau) steps suffice for tau / 2. {@link #leastTolerance}
 * is a tau for which 8 kappa e stays below the gradient down to tau / 2, at every point of the search and for every data set of so many
 * records at most. The bound is a public number; no figure of the search itself needs to be one. Source: derived here.
 */
final class NewtonSearch {

    /**
     * The smallest part of a Newton step that is tried. Where a loss has nearly a corner at many records, an eighth of a step still jumps over
     * them, and gradient steps alone would be thousands.
     */
    private static final double LEAST_PART = 0x1p-10;
    /** The part of the gradient that a full Newton step must take away. */
    private static final double LEAST_PROGRESS = 0.25;

    private final Curved loss;
    private final List<Example> examples;
    private final double radius;
    private final double convexity;
    private final double steepness;

    NewtonSearch(Curved loss, List<Example> examples, double radius, double convexity) {
        this.loss = loss;
        this.examples = examples;
        this.radius = radius;
        this.convexity = convexity;
        this.steepness = steepness(loss, examples.size(), radius, convexity);
    }

    /** The bound beta on the second derivatives of F. */
    private static double steepness(Curved loss, int records, double radius, double convexity) {
        return records * loss.sharpest() * radius * radius + convexity;
    }

    /**
     * A tolerance tau that the search reaches for every data set with features of length 1 at most; infinite if there is none. At a point w
     * with the gradient g the error e is at most a + b |g|, because |w| &le; |v| + |g| / Lambda for the minimiser v, and F(v) &le; F(0) gives
     * |v|&sup2; &le; 2 n / Lambda, no loss being above 1 for the score 0. It suffices that 16 kappa b &le; 1 - b and 32 kappa a / (1 - b) &le; tau.
     *
     * @param records the largest number n of records, at least 1
     */
    static double leastTolerance(Curved loss, double convexity, int records, int dimension) {
        double kappa = steepness(loss, records, 1, convexity) / convexity;
        double[] far = new double[dimension];
        far[0] = Math.sqrt(2 * records / convexity);
        double a = Minimum.gradientError(records, far, 1) + Minimum.productError(convexity, far);
        far[0] = 1 / convexity;
        double b = Minimum.gradientError(records, far, 1) + Minimum.productError(convexity, far);
        return 16 * kappa * b <= 1 - b ? 32 * kappa * a / (1 - b) : Double.POSITIVE_INFINITY;
    }

    /** A model and the gradient there. */
    private record Point(double[] weights, double[] gradient, double length) {}

    /** Searches until the distance from the minimiser is certainly at most {@code tolerance}, or rounding errors stop the search. */
    Minimum search(int dimension, double tolerance) {
        Point point = at(new double[dimension]);
        while (distance(point) > tolerance && point.length > 0) {
            Optional<Point> next = newton(point);
            next = next.isPresent() ? next : descent(point);
            if (next.isEmpty()) {
                break;
            }
            point = next.get();
        }
        return new Minimum(point.weights, distance(point));
    }

    private double distance(Point point) {
        double error = Minimum.gradientError(examples.size(), point.weights, radius)
                + Minimum.productError(convexity, point.weights);
        return (point.length + error) / convexity;
    }

    /** The factor by which every step shrinks the gradient at least: 1 - 1 / (2 kappa). */
    private double factor() {
        return 1 - convexity / steepness / 2;
    }

    /** The point after a part of a Newton step; empty if no part shrinks the gradient enough. */
    private Optional<Point> newton(Point from) {
        double[] direction = direction(from.weights, from.gradient);
        for (double part = 1; part >= LEAST_PART; part /= 2) {
            Point next = at(Vectors.moved(from.weights, part, direction));
            if (next.length <= Math.min(1 - LEAST_PROGRESS * part, factor()) * from.length) {
                return Optional.of(next);
            }
        }
        return Optional.empty();
    }

    /** The point after a gradient step; empty if rounding errors keep it from shrinking the gradient. */
    private Optional<Point> descent(Point from) {
        Point next = at(Vectors.moved(from.weights, -1 / steepness, from.gradient));
        return next.length <= factor() * from.length ? Optional.of(next) : Optional.empty();
    }

    private double[] direction(double[] weights, double[] gradient) {
        double[][] curvature = new double[weights.length][weights.length];
        for (Example example : examples) {
            double[] x = example.features();
            double bend = loss.curvature(Vectors.dot(weights, x), example.label());
            for (int i = 0; bend > 0 && i < x.length; i++) {
                curvature[i] = Vectors.moved(curvature[i], bend * x[i] / convexity, x);
            }
        }
        for (int i = 0; i < curvature.length; i++) {
            curvature[i][i] += 1;
        }
        return new LUDecomposition(new Array2DRowRealMatrix(curvature, false), 0)
                .getSolver()
                .solve(new ArrayRealVector(gradient, false))
                .mapMultiply(-1 / convexity)
                .toArray();
    }

    private Point at(double[] weights) {
        CompensatedSum sum = new CompensatedSum(Vectors.moved(new double[weights.length], convexity, weights));
        for (Example example : examples) {
            double[] x = example.features();
            sum.add(loss.slope(Vectors.dot(weights, x), example.label()), x);
        }
        double[] gradient = sum.value();
        return new Point(weights, gradient, Vectors.length(gradient));
    }
}
