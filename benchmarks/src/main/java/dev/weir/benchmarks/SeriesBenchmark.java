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
 * Times one step of one key's running total, with 1000 keys and cryptographic randomness, and the search for parameters when
 * a job is built.
 */
public class SeriesBenchmark extends SingleThread {

    private static final int KEYS = 1000;
    private static final long STEPS = 1L << 16;

    private SeriesStep gaussian = SeriesStep.of(KEYS, STEPS);
    private SeriesStep laplace = laplace();

    /** Creates new series, because a series ends at its last step. */
    @Setup
    public void begin() {
        gaussian = SeriesStep.of(KEYS, STEPS);
        laplace = laplace();
    }

    private static SeriesStep laplace() {
        DiscreteLaplace noise = new DiscreteLaplace(Ratio.of(20, 1));
        return SeriesStep.of(new KaryTreeNoise(KaryTree.of(STEPS), noise, SeriesPrice.LAST_STEP), KEYS);
    }

    /** Adds Gaussian noise of four buffers to one step. */
    @Benchmark
    @OperationsPerInvocation(KEYS)
    public long gaussianStep() {
        return gaussian.all();
    }

    /** Adds discrete Laplace noise of a tree with subtraction to one step. */
    @Benchmark
    @OperationsPerInvocation(KEYS)
    public long laplaceStep() {
        return laplace.all();
    }

    /** Searches for the six buffers of 2^24 steps. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Blt searchLongest() {
        return PrefixDesign.of(1L << 24).optimize();
    }

    /** Searches for three buffers for 2 participations a day apart, in a week of steps of five minutes. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Blt searchSeparate() {
        return new PrefixDesign(2016, 2, 288, PrefixDesign.Objective.MAX, SeriesPrice.LAST_STEP).optimize();
    }

    /** Searches for the six buffers of series without a horizon. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Blt searchAnytime() {
        return AnytimeDesign.STANDARD.optimize();
    }

    /** Searches for the three buffers of windows of 1440 panes. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Blt searchWindow() {
        return new WindowDesign(1440).optimize();
    }
}
