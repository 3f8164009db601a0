package dev.weir.accountant.learn;

import dev.weir.accountant.learn.Loss.Logistic;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;

/**
 * Newton's method for the minimiser of a sum of logistic losses plus (Lambda/2) |w|&sup2;. A step is halved until the gradient shrinks; since
 * the second derivative is at least Lambda everywhere, a short enough step shrinks it, and the search converges from any start.
 *
 * <p>The gradient at w bounds the distance of w from the minimiser: |w - v| &le; |gradient| / Lambda.
 */
final class LogisticSearch {

    private static final int MOST_STEPS = 100;
    private static final int MOST_HALVINGS = 50;
    /** The part of the gradient that a full step must take away. */
    private static final double LEAST_PROGRESS = 0.25;

    private static final Logistic LOSS = new Logistic();

    private final List<Example> examples;
    private final double radius;
    private final double convexity;

    LogisticSearch(List<Example> examples, double radius, double convexity) {
        this.examples = examples;
        this.radius = radius;
        this.convexity = convexity;
    }

    /** A model and the gradient there. */
    private record Point(double[] weights, double[] gradient) {}

    /** Searches until the distance from the minimiser is certainly at most {@code tolerance}, or rounding errors stop the search. */
    Minimum search(int dimension, double tolerance) {
        Point point = at(new double[dimension]);
        for (int i = 0; i < MOST_STEPS && distance(point) > tolerance; i++) {
            Optional<Point> next = step(point);
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
        return (Vectors.length(point.gradient) + error) / convexity;
    }

    /** The point after one step; empty if no step shrinks the gradient. */
    private Optional<Point> step(Point from) {
        double[] direction = direction(from.weights, from.gradient);
        double length = Vectors.length(from.gradient);
        double part = 1;
        for (int i = 0; i < MOST_HALVINGS; i++) {
            Point next = at(Vectors.moved(from.weights, part, direction));
            if (Vectors.length(next.gradient) <= (1 - LEAST_PROGRESS * part) * length) {
                return Optional.of(next);
            }
            part /= 2;
        }
        return Optional.empty();
    }

    private double[] direction(double[] weights, double[] gradient) {
        double[][] curvature = new double[weights.length][weights.length];
        for (Example example : examples) {
            double[] x = example.features();
            double bend = LOSS.curvature(Vectors.dot(weights, x), example.label());
            for (int i = 0; i < x.length; i++) {
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
            sum.add(LOSS.slope(Vectors.dot(weights, x), example.label()), x);
        }
        return new Point(weights, sum.value());
    }
}
