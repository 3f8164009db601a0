package dev.weir.accountant.selection.keys;

import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * The threshold under discrete Laplace noise of scale b: with q = e<sup>-1/b</sup>, P(Z &ge; k) = q<sup>k</sup> / (1 + q) for k &ge; 0, so t
 * is the smallest whole number of at least p M and of at least p M - b ln((1 + q) &delta;).
 *
 * @param beyond -b ln((1 + q) &delta;), rounded up
 */
record LaplaceWindowThreshold(DiscreteLaplace noise, LoneKey lone, double beyond) implements WindowThreshold {

    /** A margin that exceeds the error of the logarithm. */
    private static final double SLACK = 1e-12;

    static LaplaceWindowThreshold of(DiscreteLaplace noise, LoneKey lone, double delta) {
        double scale = Rounding.up(noise.scale());
        double q = StrictMath.exp(-1 / scale);
        double beyond = scale * (SLACK - StrictMath.log(delta) - StrictMath.log1p(q));
        return new LaplaceWindowThreshold(noise, lone, Rounding.up(beyond));
    }

    private double scale() {
        return Rounding.up(noise.scale());
    }

    private double q() {
        return StrictMath.exp(-1 / scale());
    }

    @Override
    public double exact() {
        return lone.largest() + beyond;
    }

    /** Adds whole numbers, because p M + {@code beyond} may have more digits than a double. */
    @Override
    public long threshold() {
        return Math.addExact(lone.largest(), Math.max(0, (long) Math.ceil(beyond)));
    }

    @Override
    public double loneProbability() {
        return Rounding.up(tail(threshold() - lone.largest()), Margin.SERIES);
    }

    @Override
    public double keepProbability(long units) {
        long k = threshold() - units;
        if (!lone.exists(units)) {
            return 0;
        }
        return k >= 0 ? tail(k) : 1 - tail(1 - k);
    }

    /** P(Z &ge; k) for k of at least 0. */
    private double tail(long k) {
        return StrictMath.exp(-k / scale()) / (1 + q());
    }

    /** For N = t + k units with k &ge; 0 the probability is 1 - q<sup>k+1</sup> / (1 + q). */
    @Override
    public long unitsFor(double chance) {
        GaussianUnits.requireChance(chance);
        double log = StrictMath.log1p(-chance) + StrictMath.log1p(q());
        long above = Math.max(0, (long) Math.ceil(-scale() * log - 1));
        return Math.max(lone.preThreshold(), threshold() + above);
    }
}
