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

/** Times one draw of noise, cryptographic randomness included. Each thread has its own key stream. */
public class NoiseBenchmark extends SingleThread {

    private static final int WINDOW_KEYS = 100_000;

    /** The binary logarithm of the scale, in grid steps. */
    @Param({"0", "2", "10", "20", "40"})
    private int logScale;

    private Randomness randomness = KeyStream.fresh();
    private Sampler laplace = Samplers.discreteLaplace(Ratio.of(1, 1));
    private Sampler gaussian = laplace;

    /** Creates the samplers for the scale. */
    @Setup
    public void build() {
        Ratio scale = Ratio.of(1L << logScale, 1);
        randomness = KeyStream.fresh();
        laplace = Samplers.discreteLaplace(scale);
        gaussian = Samplers.roundedGaussian(scale.times(scale));
    }

    /** Draws discrete Laplace noise. */
    @Benchmark
    public long discreteLaplace() {
        return laplace.addTo(0, randomness);
    }

    /** Draws rounded Gaussian noise. */
    @Benchmark
    public long roundedGaussian() {
        return gaussian.addTo(0, randomness);
    }

    /** Draws all noise of one window of 100 000 keys and two aggregates. */
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
