package dev.weir.accountant.compose.pld;

import dev.weir.accountant.compose.pld.Atoms.Atom;
import dev.weir.accountant.compose.pld.Atoms.Lattice;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of the privacy loss {@code L = ln(P/Q)} of one mechanism under P, for the worst pair of neighbours.
 *
 * <p>It has atoms, at most one continuous part, and a mass at infinity. Everything that composition needs follows from
 * it: {@code delta(epsilon) = E[max(0, 1 - e^(epsilon - L))]}, Renyi divergences {@code ln E[e^(t L)] / t} of order
 * {@code t + 1}, and sums of independent losses under composition. Sommer, Meiser and Mohammadi (2019); Zhu, Dong and
 * Wang (2022).
 */
public final class PrivacyLossDistribution {

    /**
     * The mass of a tail that quadrature leaves out. Certified bounds choose another mass, according to their &delta;.
     */
    private static final double TAIL = 1e-26;

    private static final int MAX_PANELS = 20_000;
    /** The work of a panel of ten nodes, in atoms: densities take logarithms and exponentials. */
    static final int PANEL = 20;

    /**
     * A bound on the rounding error of the logarithm of a sum of exponentials, taken relative to its largest term, for
     * exponents up to some thousands. For larger exponents callers rely on a relative margin.
     */
    private static final double LOST = 1e-12;

    /** The factor by which the true maximum may exceed the computed one. */
    private static final double CEILING = 1 + 1e-14;

    private final Atoms atoms;
    private final @Nullable Density density;
    private final double infinite;
    private final Lattice lattice;
    private final double ceiling;

    PrivacyLossDistribution(Atoms atoms, @Nullable Density density, double infinite, Lattice lattice) {
        this.atoms = atoms;
        this.density = density;
        this.infinite = infinite;
        this.lattice = lattice;
        this.ceiling = maximum() * CEILING;
    }

    private PrivacyLossDistribution(PrivacyLossDistribution other, double ceiling) {
        this.atoms = other.atoms;
        this.density = other.density;
        this.infinite = other.infinite;
        this.lattice = other.lattice;
        this.ceiling = ceiling;
    }

    /** Returns this distribution with the additional knowledge that no finite loss is above {@code ceiling}. */
    PrivacyLossDistribution withCeiling(double ceiling) {
        return new PrivacyLossDistribution(this, ceiling);
    }

    /**
     * The distribution of this mechanism on a Poisson sample, for neighbours that remove a unit: the mixture against
     * the noise alone. This distribution must be symmetric: {@code ln(P/Q)} under P is distributed as {@code ln(Q/P)}
     * under Q.
     *
     * @param rate the sampling probability, above 0 and at most 1
     */
    public PrivacyLossDistribution removed(double rate) {
        return new PrivacyLossDistribution(
                atoms.removed(rate),
                density == null ? null : new RemovalDensity(density, rate),
                infinite,
                Lattice.NONE);
    }

    /**
     * The distribution of this mechanism on a Poisson sample, for neighbours that add a unit: the noise alone against
     * the mixture.
     *
     * @param rate the sampling probability, above 0 and at most 1
     */
    public PrivacyLossDistribution added(double rate) {
        return new PrivacyLossDistribution(
                atoms.added(rate), density == null ? null : new AdditionDensity(density, rate), infinite, Lattice.NONE);
    }

    /** The privacy curve of this mechanism alone. */
    PrivacyCurve curve() {
        return new PrivacyCurve(atoms, density, infinite);
    }

    /**
     * {@code ln E[e^(t L)]} over the finite losses: t times the Renyi divergence of order {@code t + 1}. If it does not
     * overflow, {@code E[e^(tL) - 1 + t (e^(-L) - 1)]} is summed instead, which has no negative term and hence no
     * cancellation.
     *
     * @param t the order minus 1, above 0
     */
    public double logMoment(double t) {
        Nodes nodes = nodes(t, 0);
        if (t * nodes.largest() > 300) {
            return nodes.cumulants(t).value() + LOST;
        }
        return Math.log1p(nodes.sum(loss -> convex(t, loss)));
    }

    private static double convex(double t, double loss) {
        if (Math.abs((1 + t) * loss) > 1e-3) {
            return Math.expm1(t * loss) + t * Math.expm1(-loss);
        }
        double second = t * (t + 1) / 2;
        double third = t * (t * t - 1) / 6;
        double fourth = t * (t * t * t + 1) / 24;
        double fifth = t * (t * t * t * t - 1) / 120;
        return loss * loss * (second + loss * (third + loss * (fourth + loss * fifth)));
    }

    /** Computes {@code ln E[e^(t L)]} over the finite losses, with its first two derivatives. */
    Nodes.Cumulants cumulants(double t) {
        if (density instanceof GaussianDensity gaussian) {
            double square = gaussian.mu() * gaussian.mu();
            return new Nodes.Cumulants(0.5 * square * t * (t + 1), square * (t + 0.5), square);
        }
        return nodes(t, 0).cumulants(t);
    }

    /** The atoms and quadrature nodes that replace the finite losses under a tilt up to {@code t} at a frequency. */
    Nodes nodes(double t, double frequency) {
        Nodes nodes = new Nodes(atoms);
        if (density != null) {
            double low = low(density, t);
            double high = high(density, t);
            int panels = (int) Math.min(MAX_PANELS, panels(density, t, frequency));
            for (int i = 0; i < panels; i++) {
                nodes.add(density, low + (high - low) * i / panels, low + (high - low) * (i + 1) / panels);
            }
        }
        return nodes;
    }

    private static double low(Density density, double t) {
        return density.reach(1) > 0 ? density.low(TAIL) : density.at(density.loss(high(density, t)) - 60 / t);
    }

    private static double high(Density density, double t) {
        return density.high(TAIL) + density.reach(t);
    }

    private static double panels(Density density, double t, double frequency) {
        return Math.ceil((high(density, t) - low(density, t)) / density.panel(t, frequency));
    }

    /**
     * The work of {@link #logMoment}, in atoms.
     *
     * @param t the order minus 1, above 0
     */
    public double size(double t) {
        if (density == null || density instanceof GaussianDensity) {
            return atoms.size();
        }
        return atoms.size() + PANEL * Math.min(MAX_PANELS, panels(density, t, 0));
    }

    /**
     * Whether quadrature resolves {@link #logMoment} at {@code t}. Where it does not, the result is no bound.
     *
     * @param t the order minus 1, above 0
     */
    public boolean isResolved(double t) {
        return density == null || panels(density, t, 0) <= MAX_PANELS;
    }

    /** The part of the tilted mass that is in atoms. */
    double atomShare(double t) {
        if (density == null || atoms.size() == 0) {
            return density == null ? 1 : 0;
        }
        return Math.exp(new Nodes(atoms).cumulants(t).value() - cumulants(t).value());
    }

    /** The least upper bound of finite losses, possibly infinite. */
    double maximum() {
        return density == null ? atoms.largest() : Math.max(atoms.largest(), density.maximum());
    }

    /**
     * An upper bound of every finite loss: {@link #maximum} increased by its rounding error, or the exact bound if it
     * is known.
     */
    double ceiling() {
        return ceiling;
    }

    /**
     * This distribution without its tails. The mass of the right tail is moved to infinity, that of the left tail to
     * the cut, so the privacy curve of the result is nowhere below that of this distribution. Bounded distributions and
     * the Gaussian, whose moments have a closed form, are returned unchanged.
     *
     * @param tail the most that each tail may hold
     */
    PrivacyLossDistribution cut(double tail) {
        if (density == null || density instanceof GaussianDensity || density.reach(1) == 0) {
            return this;
        }
        double low = density.low(tail);
        double high = density.high(tail);
        Atoms more = atoms.and(new Atom(density.loss(low), tail));
        return new PrivacyLossDistribution(more, new TruncatedDensity(density, low, high), infinite + tail, lattice);
    }

    /**
     * The distance between the largest and the smallest loss, after a tail of mass {@code tail} has been cut off on
     * each side.
     */
    double range(double tail) {
        double low = atoms.smallest();
        double high = atoms.largest();
        return density == null
                ? high - low
                : Math.max(high, density.loss(density.high(tail))) - Math.min(low, density.loss(density.low(tail)));
    }

    /** The mass at infinite loss. */
    double infinite() {
        return infinite;
    }

    Atoms atoms() {
        return atoms;
    }

    Lattice lattice() {
        return lattice;
    }

    boolean isDiscrete() {
        return density == null;
    }

    @Nullable Density density() {
        return density;
    }
}
