package dev.weir.accountant.compose.pld;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * A finite set of losses and masses that replaces a distribution in every integral: its atoms, and the nodes of a
 * quadrature.
 */
final class Nodes {

    private double[] losses;
    private double[] logs;
    private int size;

    Nodes(Atoms atoms) {
        this.losses = atoms.losses().clone();
        this.logs = Arrays.stream(atoms.masses()).map(Math::log).toArray();
        this.size = atoms.size();
    }

    void add(Density density, double low, double high) {
        GaussLegendre.WIDE.logPanel(low, high, (x, logWeight) -> {
            double loss = density.loss(x);
            add(loss, density.logMass(x, loss) + logWeight);
        });
    }

    private void add(double loss, double log) {
        if (size == losses.length) {
            losses = Arrays.copyOf(losses, 2 * size + 512);
            logs = Arrays.copyOf(logs, 2 * size + 512);
        }
        losses[size] = loss;
        logs[size++] = log;
    }

    int size() {
        return size;
    }

    double loss(int i) {
        return losses[i];
    }

    /** The tilted mass of a node: its mass times {@code e^(t loss - scale)}. */
    double mass(int i, double t, double scale) {
        return Math.exp(logs[i] + t * losses[i] - scale);
    }

    double largest() {
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < size; i++) {
            largest = Math.max(largest, losses[i]);
        }
        return largest;
    }

    double sum(DoubleUnaryOperator f) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += Math.exp(logs[i]) * f.applyAsDouble(losses[i]);
        }
        return sum;
    }

    /** Computes {@code ln E[e^(tL)]} and its first two derivatives in t. */
    Cumulants cumulants(double t) {
        double top = largestExponent(t);
        double zeroth = 0;
        double first = 0;
        double second = 0;
        double centre = 0;
        for (int i = 0; i < size; i++) {
            double mass = mass(i, t, top);
            zeroth += mass;
            double step = losses[i] - centre;
            centre += zeroth > 0 ? mass * step / zeroth : 0;
            first += mass * losses[i];
            second += mass * step * (losses[i] - centre);
        }
        return new Cumulants(top + Math.log(zeroth), first / zeroth, second / zeroth);
    }

    private double largestExponent(double t) {
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < size; i++) {
            top = Math.max(top, t * losses[i] + logs[i]);
        }
        return top;
    }

    /**
     * The cumulant generating function at a point.
     *
     * @param value the value K
     * @param mean the first derivative K'
     * @param variance the second derivative K''
     */
    record Cumulants(double value, double mean, double variance) {

        static final Cumulants ZERO = new Cumulants(0, 0, 0);

        Cumulants plus(Cumulants other, double count) {
            return new Cumulants(
                    value + count * other.value, mean + count * other.mean, variance + count * other.variance);
        }
    }
}
