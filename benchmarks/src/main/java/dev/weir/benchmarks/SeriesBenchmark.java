package dev.weir.benchmarks;

import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.blt.WindowDesign;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.privacy.Ratio;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;

/**
 * What a step of one key's running total costs among 1000 keys, cryptographic randomness included, and what it takes to find
 * the parameters when a job is built.
 */
public class SeriesBenchmark extends SingleThread {

    private static final int KEYS = 1000;
    private static final long STEPS = 1L << 16;

    private SeriesStep gaussian = SeriesStep.of(KEYS, STEPS);
    private SeriesStep laplace = laplace();

    /** Series that have not begun: a series ends at a last step. */
    @Setup
    public void begin() {
        gaussian = SeriesStep.of(KEYS, STEPS);
        laplace = laplace();
    }

    private static SeriesStep laplace() {
        DiscreteLaplace noise = new DiscreteLaplace(Ratio.of(20, 1));
        return SeriesStep.of(new KaryTreeNoise(KaryTree.of(STEPS), noise, SeriesPrice.LAST_STEP), KEYS);
    }

    /** Gaussian noise with four buffers. */
    @Benchmark
    @OperationsPerInvocation(KEYS)
    public long gaussianStep() {
        return gaussian.all();
    }

    /** Discrete Laplace noise on a tree with subtraction. */
    @Benchmark
    @OperationsPerInvocation(KEYS)
    public long laplaceStep() {
        return laplace.all();
    }

    /** The six buffers of 2^24 steps. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Blt searchLongest() {
        return PrefixDesign.of(1L << 24).optimize();
    }

    /** Three buffers for 2 participations a day apart in a week of five minutes. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Blt searchSeparate() {
        return new PrefixDesign(2016, 2, 288, PrefixDesign.Objective.MAX, SeriesPrice.LAST_STEP).optimize();
    }

    /** The six buffers of series without a horizon. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Blt searchAnytime() {
        return AnytimeDesign.STANDARD.optimize();
    }

    /** The three buffers of windows of 1440 panes. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Blt searchWindow() {
        return new WindowDesign(1440).optimize();
    }
}
