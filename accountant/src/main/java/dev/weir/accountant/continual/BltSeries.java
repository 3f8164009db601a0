package dev.weir.accountant.continual;

import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;

/**
 * Draws the steps of {@link BltNoise}: the encoder maps each increment to a whole number, noise is added to this number, and the decoder
 * computes the total.
 */
final class BltSeries implements PreparedSeries {

    private final long lastStep;
    private final FixedPointEncoder encoder;
    private final Sampler sampler;
    private final double grid;
    private final double[] beta;
    private final double[] etaHat;

    BltSeries(Blt blt, FixedPointEncoder encoder, Sampler sampler, long lastStep) {
        this.lastStep = lastStep;
        this.encoder = encoder;
        this.sampler = sampler;
        this.grid = encoder.grid();
        this.beta = blt.beta();
        this.etaHat = blt.etaHat();
    }

    @Override
    public long next(long[] state, int at, long added, Randomness randomness) {
        if (state[at] >= lastStep) {
            throw new IllegalStateException("series must end at step " + lastStep);
        }
        long measured = sampler.addTo(encoder.encode(state, at + 1, added), randomness);
        state[at]++;
        return Math.round(decode(state, at + 1 + encoder.words(), measured * grid));
    }

    private double decode(long[] state, int at, double measured) {
        double sum = Double.longBitsToDouble(state[at]) + measured;
        state[at] = Double.doubleToRawLongBits(sum);
        double total = beta[0] * sum;
        for (int i = 0; i < etaHat.length; i++) {
            double kept = Double.longBitsToDouble(state[at + 1 + i]);
            double leaky = kept - etaHat[i] * kept + measured;
            state[at + 1 + i] = Double.doubleToRawLongBits(leaky);
            total += beta[i + 1] * leaky;
        }
        return total;
    }
}
