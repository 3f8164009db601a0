package dev.weir.calculator.theorem;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * Amplification by subsampling: a mechanism that sees only a random sample has a smaller loss.
 *
 * <p><b>Guarantee.</b> Let each privacy unit be in the sample with probability q, independently of all others, and let
 * the sample be hidden from everyone who reads the output. Neighbours: one unit is in the stream or not. An (&epsilon;,
 * &delta;)-DP mechanism on the sample is then (ln(1 + q(e<sup>&epsilon;</sup> - 1)), q&delta;)-DP on the whole stream:
 * Li, Qardaji and Su (2012), Theorem 1; Balle, Barthe and Gaboardi (2018), Theorem 8.
 *
 * <p>The theorem does not hold for shuffled batches, for samples of fixed size with these neighbours, or if the records
 * of one unit are sampled one by one. Results are rounded up.
 */
public final class SubsamplingAmplification {

    private SubsamplingAmplification() {}

    /**
     * The loss on the whole stream.
     *
     * @param onSample the loss of the mechanism on the sample
     * @param rate q, the sampling probability, above 0 and at most 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code rate} is out of range
     */
    public static ApproximateLoss poisson(ApproximateLoss onSample, double rate) {
        double epsilon = onSample.proper().epsilon();
        Require.rate("rate", rate);
        double amplified = epsilon < 700
                ? StrictMath.log1p(rate * StrictMath.expm1(epsilon))
                : softPlus(epsilon + StrictMath.log(rate)) * (1 + 1e-12);
        return new ApproximateLoss(
                Math.min(epsilon, Rounding.up(amplified, Margin.FORMULA)), Rounding.productUp(onSample.delta(), rate));
    }

    /**
     * The value ln(1 + e<sup>x</sup>). With x = &epsilon; + ln q it is an upper bound on the loss, used if
     * e<sup>&epsilon;</sup> may overflow.
     */
    private static double softPlus(double x) {
        return Math.max(x, 0) + StrictMath.log1p(StrictMath.exp(-Math.abs(x)));
    }
}
