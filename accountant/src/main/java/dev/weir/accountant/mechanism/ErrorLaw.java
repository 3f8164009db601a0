package dev.weir.accountant.mechanism;

import dev.weir.accountant.compose.SingleEvent;
import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;
import java.util.List;

/**
 * The distribution of errors that are larger than any single draw can be: the error of a sum of many draws, or of a
 * correlated series. At such deviations a rounded Gaussian agrees with a normal distribution, and discrete Laplace
 * noise with a Laplace distribution, to within a grid step.
 *
 * <p><b>Guarantee.</b> None: nothing can be drawn from it and nothing is charged for it.
 *
 * @param norm the norm of the noise: squared l2 for a normal distribution, l1 for a Laplace distribution
 * @param stddev the standard deviation in grid steps, above 0 and finite
 */
record ErrorLaw(Norm norm, double stddev) implements AdditiveNoise {

    /**
     * Checks the deviation.
     *
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code stddev} is out of range
     */
    ErrorLaw {
        Require.positive("stddev", stddev);
    }

    /** The parameter of the distribution: sigma, or b = stddev / sqrt(2). */
    @Override
    public double scale() {
        return norm == Norm.L1 ? stddev / Math.sqrt(2) : stddev;
    }

    /** The error bound: P(|Z| &gt; x) = e<sup>-x / b</sup>, or 2 Q(x / sigma), solved for x. */
    @Override
    public double error(double confidence) {
        double tail = Math.log1p(-confidence);
        return Math.ceil(norm == Norm.L1 ? -scale() * tail : scale() * NormalTail.quantile(tail - Math.log(2)));
    }

    @Override
    public ErrorLaw times(Ratio factor) {
        double times = factor.toDouble();
        return new ErrorLaw(norm, stddev * (norm == Norm.L1 ? times : Math.sqrt(times)));
    }

    @Override
    public String label() {
        return norm == Norm.L1 ? "Laplace" : "Gaussian";
    }

    @Override
    public Ratio unitCost() {
        throw refusal();
    }

    @Override
    public SingleEvent event(BigInteger size) {
        throw refusal();
    }

    @Override
    public Amount cost(BigInteger size) {
        throw refusal();
    }

    @Override
    public Sampler sampler() {
        throw refusal();
    }

    @Override
    public PreparedMechanism prepare(List<Ratio> factors) {
        throw refusal();
    }

    private static UnsupportedOperationException refusal() {
        return new UnsupportedOperationException("a law of errors is neither drawn from nor charged");
    }
}
