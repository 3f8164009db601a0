package dev.weir.accountant.local;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.noise.Samplers;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * Discrete Laplace noise on one clamped number: the report is the number plus noise, in grid steps.
 *
 * <p><b>Guarantee.</b> Two values of the range differ by at most its width w, and P(z) is proportional to e<sup>-|z| /
 * b</sup> with b = w / &epsilon;: the quotient is at most e<sup>w / b</sup> = e<sup>&epsilon;</sup>, {@link
 * Samplers#discreteLaplace}. Dwork, McSherry, Nissim and Smith (2006), with the distribution of Ghosh, Roughgarden and
 * Sundararajan (2009).
 *
 * <p><b>Error.</b> Unbiased, of variance below 2 b&sup2; for every value. {@link IntervalResponse} has a largest variance
 * that is 1.7 times smaller at &epsilon; 1. A fake report moves the sum as far as a long reaches: {@link #influence} is
 * infinite.
 */
public final class LocalLaplace implements NumberResponse {

    private static final long serialVersionUID = 1L;

    private final Range range;
    private final Ratio epsilon;
    private final transient Sampler sampler;

    private LocalLaplace(Range range, Ratio epsilon) {
        this.range = range;
        this.epsilon = epsilon;
        this.sampler = Samplers.discreteLaplace(scale());
    }

    /**
     * Noise for an &epsilon;.
     *
     * @param range the values that are told apart
     * @param epsilon &epsilon; in nats, from 1e-9 to 16; the scale, width / &epsilon;, is at most 2<sup>40</sup>
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} or the scale is out of range
     */
    public static LocalLaplace of(Range range, BigDecimal epsilon) {
        return new LocalLaplace(range, Ratio.of(Odds.checked(epsilon)));
    }

    /** A copy that was read from a stream makes its sampler anew. */
    private Object readResolve() {
        return new LocalLaplace(range, epsilon);
    }

    private Ratio scale() {
        return Ratio.of(range.width(), 1).dividedBy(epsilon);
    }

    @Override
    public Range range() {
        return range;
    }

    @Override
    public byte[] report(long value, Randomness randomness) {
        long noisy = sampler.addTo(range.clamp(value), randomness);
        return ByteBuffer.allocate(Long.BYTES).putLong(noisy).array();
    }

    @Override
    public OptionalLong output(byte[] report) {
        return report.length == Long.BYTES
                ? OptionalLong.of(ByteBuffer.wrap(report).getLong())
                : OptionalLong.empty();
    }

    @Override
    public double value(double meanOutput) {
        return meanOutput;
    }

    @Override
    public double stepsPerOutput() {
        return 1;
    }

    /** The standard deviation of the noise, sqrt(2 q) / (1 - q) with q = e<sup>-1/b</sup>, which no value changes. */
    @Override
    public double worstDeviation() {
        return 1 / (Math.sqrt(2) * Math.sinh(1 / (2 * scale().toDouble())));
    }

    @Override
    public double epsilon() {
        return Rounding.up(epsilon.toDouble(), Margin.ARITHMETIC);
    }

    @Override
    public double influence() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public String description() {
        return "local-laplace " + range.low() + " " + range.high() + " " + scale();
    }

    @Override
    public String toString() {
        return description();
    }
}
