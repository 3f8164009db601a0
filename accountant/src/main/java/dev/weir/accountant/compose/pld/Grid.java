package dev.weir.accountant.compose.pld;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A loss distribution moved onto a lattice so that its privacy curve is nowhere lower than before: connect-the-dots.
 *
 * <p>A loss between two lattice points is split between them so that its masses under P and under Q are both kept. This
 * spreads the likelihood ratio and keeps its mean, so no hockey-stick divergence becomes smaller, not even under
 * composition: Doroshenko, Ghazi, Kamath, Kumar and Manurangsi (2022), Theorem 3.1. The mass of the truncated right
 * tail is moved to infinite loss, that of the truncated left tail to the lowest lattice point that is kept.
 */
final class Grid {

    /**
     * The allowance for the relative error of the mass of one point: quadrature and the split. Panels of {@link #RISE}
     * have a quadrature error of at most 6e-14. Of a mixture, a part may not be resolved farther from its centre
     * than its tail is cut off. There both parts together have less mass than the tail that counts as infinite loss. The
     * rounding error of exponents is {@link Density#rounding}.
     */
    private static final double MASS_ERROR = 2e-13;

    /** The most by which the logarithm of the mass may change on a panel. */
    private static final double RISE = 0.3;

    /** The number of nodes of a panel. */
    private static final int NODES = 4;

    private final double step;
    private final double offset;
    private final double scale;
    private long first;
    private double[] masses = new double[64];
    private int used;
    private double infinite;
    private double massError = MASS_ERROR;

    private Grid(double step, double offset) {
        this.step = step;
        this.offset = offset;
        this.scale = -1 / Math.expm1(-step);
    }

    /**
     * Moves a distribution onto a lattice.
     *
     * @param tail the mass of each truncated tail
     * @param tilt the tilt under which the grid has to be fine
     */
    static Grid of(PrivacyLossDistribution distribution, Lattice lattice, double tail, double tilt) {
        Grid grid = new Grid(lattice.step, lattice.offset);
        grid.infinite = distribution.infinite();
        Density density = distribution.density();
        double low = density == null ? 0 : density.low(tail);
        double high = density == null ? 0 : density.high(tail);
        lattice.work.spend(steps(distribution, lattice.step, tail));
        grid.room(distribution, density, low, high);
        distribution.atoms().forEach(grid::split);
        if (density != null) {
            Nodes nodes = distribution.nodes(tilt, 0);
            Tails tails = new Tails(nodes, distribution.atoms().size(), tilt, lattice.step);
            grid.panels(density, tails, low, high);
            grid.massError += density.rounding(low, high);
            grid.cut(density.loss(low), density.reach(1) == 0 ? 0 : tail);
        }
        return grid;
    }

    /** The work of {@link #of}, in points and nodes. */
    static double steps(PrivacyLossDistribution distribution, double step, double tail) {
        Density density = distribution.density();
        double points = distribution.range(tail) / step;
        return density == null ? points : points + NODES * panels(density, density.low(tail), density.high(tail));
    }

    /** Moves the mass of both truncated tails to where no privacy curve becomes lower. */
    private void cut(double lowest, double tail) {
        infinite += tail;
        add(index(lowest) + 1, tail);
    }

    private void room(PrivacyLossDistribution distribution, @Nullable Density density, double low, double high) {
        double[] ends = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        distribution.atoms().forEach((loss, mass) -> {
            ends[0] = Math.min(ends[0], loss);
            ends[1] = Math.max(ends[1], loss);
        });
        if (density != null) {
            ends[0] = Math.min(ends[0], density.loss(low));
            ends[1] = Math.max(ends[1], density.loss(high));
        }
        first = index(ends[0]) - 1;
        used = Math.toIntExact(index(ends[1]) + 3 + Tails.LONGEST - first);
        masses = new double[used];
    }

    private long index(double loss) {
        return (long) Math.floor((loss - offset) / step);
    }

    /**
     * Integrates the density over intervals between lattice points, each in panels that are no wider than the density allows. An interval
     * is one lattice step long, or many where hardly any tilted mass lies: the bound remains valid, and the tightness that long intervals
     * cost is proportional to that mass.
     */
    private void panels(Density density, Tails tails, double low, double high) {
        double widest = widest(density, low, high);
        double from = low;
        long point = index(density.loss(low)) + 1;
        long before = point - 1;
        long last = index(density.loss(high)) + 1;
        while (from < high) {
            double edge = point > last ? high : Math.min(high, density.at(offset + step * point));
            if (edge > from) {
                panel(density, new double[] {from, edge}, (int) Math.ceil((edge - from) / widest), new long[] {
                    before, point
                });
                from = edge;
            }
            before = point;
            point += tails.stride(offset + step * point);
        }
    }

    private static double panels(Density density, double low, double high) {
        return (high - low) / widest(density, low, high);
    }

    private static double widest(Density density, double low, double high) {
        return Math.min(0.2 * density.panel(1, 0), RISE / density.slope(low, high));
    }

    private void panel(Density density, double[] ends, int parts, long[] points) {
        long below = points[0];
        long above = points[1];
        double width = (ends[1] - ends[0]) / parts;
        double foot = offset + step * below;
        double scale = -1 / Math.expm1(-step * (above - below));
        for (int i = 0; i < parts; i++) {
            GaussLegendre.NARROW.panel(ends[0] + i * width, ends[0] + (i + 1) * width, (x, weight) -> {
                double mass = weight * Math.exp(density.logMass(x));
                double up = -mass * Math.expm1(foot - density.loss(x)) * scale;
                add(above, Math.max(0, up));
                add(below, Math.max(0, mass - up));
            });
        }
    }

    private void split(double loss, double mass) {
        long point = index(loss);
        double above = -mass * Math.expm1(offset + step * point - loss) * scale;
        add(point + 1, Math.max(0, above));
        add(point, Math.max(0, mass - above));
    }

    private void add(long point, double mass) {
        masses[(int) (point - first)] += mass;
    }

    double infinite() {
        return infinite;
    }

    /** A bound on the relative error of the mass of one point. */
    double massError() {
        return massError;
    }

    /** Computes {@code ln sum p_i e^(t x_i)} by compensated summation. */
    double logMoment(double t) {
        double top = t * loss(heaviest(t));
        double sum = 0;
        double lost = 0;
        for (int i = 0; i < used; i++) {
            if (masses[i] > 0) {
                double term = masses[i] * Math.exp(t * loss(i) - top) - lost;
                double next = sum + term;
                lost = (next - sum) - term;
                sum = next;
            }
        }
        return top + Math.log(sum);
    }

    /** The point of largest weight under the tilt. Exponentials relative to this weight cannot overflow. */
    private int heaviest(double t) {
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < used; i++) {
            if (masses[i] > 0) {
                double log = Math.log(masses[i]) + t * loss(i);
                best = log > most ? i : best;
                most = Math.max(log, most);
            }
        }
        return best;
    }

    private double loss(int i) {
        return offset + step * (first + i);
    }

    /**
     * The tilted distribution {@code p_i e^(t x_i) / M}, wrapped around a circle of {@code length} points: lattice point
     * n is entry n modulo {@code length}, whatever the offset of the lattice.
     */
    double[] tilted(double t, double logMoment, int length) {
        double[] circle = new double[length];
        for (int i = 0; i < used; i++) {
            if (masses[i] > 0) {
                circle[(int) Math.floorMod(first + i, (long) length)] += masses[i] * Math.exp(t * loss(i) - logMoment);
            }
        }
        return circle;
    }

    /**
     * A lattice {@code offset + i step}.
     *
     * @param step the distance of two points in nats, above 0
     * @param offset the position of point 0 in nats
     * @param work the work that putting a distribution onto the lattice may take
     */
    record Lattice(double step, double offset, Work work) {}

    /** A bound on the exponents in {@link #tilted}, and so on the relative error of its entries in units of round-off. */
    double exponent(double t, double logMoment) {
        return Math.abs(logMoment) + Math.abs(t) * Math.max(Math.abs(loss(0)), Math.abs(loss(used - 1)));
    }

    @Override
    public String toString() {
        return "Grid[step=" + step + ", points=" + used + ", mass="
                + Arrays.stream(masses).sum() + "]";
    }
}
