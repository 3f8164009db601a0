package dev.weir.benchmarks;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.noise.Samplers;
import dev.weir.accountant.privacy.Ratio;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** What one draw of noise costs, cryptographic randomness included; each thread has its own key stream. */
public class NoiseBenchmark extends SingleThread {

    private static final int WINDOW_KEYS = 100_000;

    /** The scale is 2 to this power, in grid steps. */
    @Param({"0", "2", "10", "20", "40"})
    private int logScale;

    private Randomness randomness = KeyStream.fresh();
    private Sampler laplace = Samplers.discreteLaplace(Ratio.of(1, 1));
    private Sampler gaussian = laplace;

    /** Builds the samplers of the scale. */
    @Setup
    public void build() {
        Ratio scale = Ratio.of(1L << logScale, 1);
        randomness = KeyStream.fresh();
        laplace = Samplers.discreteLaplace(scale);
        gaussian = Samplers.roundedGaussian(scale.times(scale));
    }

    /** Discrete Laplace. */
    @Benchmark
    public long discreteLaplace() {
        return laplace.addTo(0, randomness);
    }

    /** Rounded Gaussian. */
    @Benchmark
    public long roundedGaussian() {
        return gaussian.addTo(0, randomness);
    }

    /** All the noise of one window: 100 000 keys, two aggregates. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    public long windowOfHundredThousandKeys() {
        long sum = 0;
        for (int key = 0; key < WINDOW_KEYS; key++) {
            sum += laplace.addTo(key, randomness);
            sum += gaussian.addTo(key, randomness);
        }
        return sum;
    }
}
