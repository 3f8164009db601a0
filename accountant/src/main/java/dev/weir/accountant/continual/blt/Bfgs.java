package dev.weir.accountant.continual.blt;

import java.util.function.ToDoubleFunction;

/**
 * The quasi-Newton method of Broyden, Fletcher, Goldfarb and Shanno with central differences and a line search that halves its length, for
 * smooth functions of up to twenty variables. Commons Math does not have this method.
 *
 * <p>Everything is computed in strict arithmetic and in a fixed order, so that every machine finds the same minimum to
 * the last bit. A job that restarts computes the parameters again, and its state is only valid with the same
 * parameters.
 */
final class Bfgs {

    private static final double DIFFERENCE = 1e-5;
    private static final double LONGEST_STEP = 2;
    private static final double ARMIJO = 1e-4;
    private static final double FLAT = 1e-13;
    private static final int MOST_STEPS = 300;
    private static final int MOST_HALVINGS = 40;
    private static final double NOT_FINITE = 1e3;

    private final ToDoubleFunction<double[]> function;
    private double[] point;
    private double value;
    private double[] slope;
    private double[][] inverse;
    private int idle;

    private Bfgs(ToDoubleFunction<double[]> function, double[] start) {
        this.function = function;
        this.point = start;
        this.value = evaluate(start);
        this.slope = gradient(start);
        this.inverse = identity(start.length);
    }

    /** Returns a local minimum that is reached from {@code start}. */
    static double[] minimize(ToDoubleFunction<double[]> function, double[] start) {
        Bfgs search = new Bfgs(function, start);
        for (int i = 0; i < MOST_STEPS && search.idle < 2; i++) {
            search.step();
        }
        return search.point;
    }

    /**
     * Performs one line search along the present direction. If the line search makes no progress, the next one follows the steepest
     * descent. The minimisation ends after two successive line searches that each lower the function by less than {@link #FLAT}.
     */
    private void step() {
        double[] direction = direction();
        double descent = dot(direction, slope);
        double length = Math.min(1, LONGEST_STEP / StrictMath.sqrt(dot(direction, direction)));
        for (int i = 0; i < MOST_HALVINGS; i++) {
            double[] next = moved(direction, length);
            double nextValue = evaluate(next);
            if (nextValue < value + ARMIJO * length * Math.min(0, descent)) {
                accept(next, nextValue);
                return;
            }
            length /= 2;
        }
        idle++;
        inverse = identity(point.length);
    }

    private void accept(double[] next, double nextValue) {
        double[] nextSlope = gradient(next);
        update(difference(next, point), difference(nextSlope, slope));
        idle = value - nextValue < FLAT ? idle + 1 : 0;
        point = next;
        value = nextValue;
        slope = nextSlope;
    }

    private void update(double[] moved, double[] bent) {
        double curvature = dot(moved, bent);
        if (!(curvature > 1e-14 * dot(bent, bent))) {
            return;
        }
        double[] image = times(inverse, bent);
        double weight = (1 + dot(bent, image) / curvature) / curvature;
        for (int i = 0; i < moved.length; i++) {
            for (int j = 0; j < moved.length; j++) {
                inverse[i][j] += weight * moved[i] * moved[j] - (image[i] * moved[j] + moved[i] * image[j]) / curvature;
            }
        }
    }

    private double[] direction() {
        double[] direction = times(inverse, slope);
        for (int i = 0; i < direction.length; i++) {
            direction[i] = -direction[i];
        }
        return direction;
    }

    private double[] moved(double[] direction, double length) {
        double[] next = point.clone();
        for (int i = 0; i < next.length; i++) {
            next[i] += length * direction[i];
        }
        return next;
    }

    private double evaluate(double[] at) {
        double found = function.applyAsDouble(at);
        return Double.isFinite(found) ? found : NOT_FINITE;
    }

    private double[] gradient(double[] at) {
        double[] gradient = new double[at.length];
        double[] near = at.clone();
        for (int i = 0; i < at.length; i++) {
            near[i] = at[i] + DIFFERENCE;
            double above = evaluate(near);
            near[i] = at[i] - DIFFERENCE;
            gradient[i] = (above - evaluate(near)) / (2 * DIFFERENCE);
            near[i] = at[i];
        }
        return gradient;
    }

    private static double[][] identity(int size) {
        double[][] matrix = new double[size][size];
        for (int i = 0; i < size; i++) {
            matrix[i][i] = 1;
        }
        return matrix;
    }

    private static double[] times(double[][] matrix, double[] vector) {
        double[] product = new double[vector.length];
        for (int i = 0; i < vector.length; i++) {
            product[i] = dot(matrix[i], vector);
        }
        return product;
    }

    private static double[] difference(double[] a, double[] b) {
        double[] difference = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            difference[i] = a[i] - b[i];
        }
        return difference;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
