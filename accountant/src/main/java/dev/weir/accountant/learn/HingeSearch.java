package dev.weir.accountant.learn;

import java.util.List;

/**
 * Coordinate ascent on the dual of a sum of hinge losses plus (Lambda/2) |w|&sup2;. The dual has a number a in [0, 1] for each record, and w
 * = (1/Lambda) &sum; a<sub>i</sub> y<sub>i</sub> x<sub>i</sub>.
 *
 * <p>The gap between the two problems is &sum; max(0, 1 - m<sub>i</sub>) - a<sub>i</sub> (1 - m<sub>i</sub>), with the margins m<sub>i</sub>
 * = y<sub>i</sub> w&middot;x<sub>i</sub>; no term is negative. F is Lambda-strongly convex and at most the gap above its least value at w,
 * so the distance of w from the minimiser is at most &radic;(2 gap / Lambda).
 *
 * <p>Source: Hsieh, Chang, Lin, Keerthi and Sundararajan (2008); the distance is derived here.
 */
final class HingeSearch {

    private static final int MOST_ROUNDS = 2000;

    private final List<Example> examples;
    private final double radius;
    private final double convexity;
    private final double[] dual;

    HingeSearch(List<Example> examples, double radius, double convexity) {
        this.examples = examples;
        this.radius = radius;
        this.convexity = convexity;
        this.dual = new double[examples.size()];
    }

    /** Searches until the distance from the minimiser is certainly at most {@code tolerance}, or for a number of rounds. */
    Minimum search(int dimension, double tolerance) {
        double[] weights = new double[dimension];
        double distance = distance(weights);
        for (int i = 0; i < MOST_ROUNDS && distance > tolerance; i++) {
            ascend(weights);
            weights = weights(dimension);
            distance = distance(weights);
        }
        return new Minimum(weights, distance);
    }

    /** Moves the dual number of each record in turn to where the dual is largest. */
    private void ascend(double[] weights) {
        for (int i = 0; i < dual.length; i++) {
            Example example = examples.get(i);
            double[] x = example.features();
            double square = Vectors.dot(x, x);
            double slack = 1 - example.label() * Vectors.dot(weights, x);
            double best = square == 0 ? 1 : Math.max(0, Math.min(1, dual[i] + slack * convexity / square));
            double factor = (best - dual[i]) * example.label() / convexity;
            for (int j = 0; j < x.length; j++) {
                weights[j] += factor * x[j];
            }
            dual[i] = best;
        }
    }

    private double[] weights(int dimension) {
        CompensatedSum sum = new CompensatedSum(new double[dimension]);
        for (int i = 0; i < dual.length; i++) {
            sum.add(dual[i] * examples.get(i).label(), examples.get(i).features());
        }
        return Vectors.moved(new double[dimension], 1 / convexity, sum.value());
    }

    private double distance(double[] weights) {
        double gap = Minimum.scoreError(dual.length, weights, radius);
        for (int i = 0; i < dual.length; i++) {
            Example example = examples.get(i);
            double slack = 1 - example.label() * Vectors.dot(weights, example.features());
            gap += slack > 0 ? (1 - dual[i]) * slack : -dual[i] * slack;
        }
        double rounded = Minimum.gradientError(dual.length, weights, radius) / convexity;
        return Math.sqrt(2 * gap / convexity) + rounded;
    }
}
