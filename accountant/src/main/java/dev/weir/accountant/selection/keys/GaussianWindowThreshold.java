package dev.weir.accountant.selection.keys;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * The threshold under rounded Gaussian noise: P(round(Z) &ge; k) = Q((k - 1/2) / sigma), so t is the smallest whole number of at least p M +
 * 1/2 + sigma Q<sup>-1</sup>(&delta;).
 *
 * @param beyond 1/2 + sigma Q<sup>-1</sup>(&delta;), rounded up
 */
record GaussianWindowThreshold(RoundedGaussian noise, LoneKey lone, double beyond) implements WindowThreshold {

    private static final double HALF = 0.5;

    static GaussianWindowThreshold of(RoundedGaussian noise, LoneKey lone, double delta) {
        double beyond = sigma(noise) * Math.max(0, NormalTail.quantile(StrictMath.log(delta)));
        return new GaussianWindowThreshold(noise, lone, Rounding.up(HALF + Rounding.up(beyond, Margin.FORMULA)));
    }

    private static double sigma(RoundedGaussian noise) {
        return Rounding.up(noise.scale(), Margin.ARITHMETIC);
    }

    @Override
    public double exact() {
        return lone.largest() + beyond;
    }

    /** Adds whole numbers, because p M + {@code beyond} may have more digits than a double. */
    @Override
    public long threshold() {
        return Math.addExact(lone.largest(), (long) Math.ceil(beyond));
    }

    @Override
    public double loneProbability() {
        return Rounding.up(tail(threshold() - lone.largest()), Margin.SERIES);
    }

    @Override
    public double keepProbability(long units) {
        return lone.exists(units) ? tail(threshold() - units) : 0;
    }

    /** P(round(Z) &ge; k). */
    private double tail(long k) {
        return NormalTail.of((k - HALF) / sigma(noise));
    }

    @Override
    public long unitsFor(double chance) {
        return GaussianUnits.of(lone, threshold(), sigma(noise), chance);
    }
}
