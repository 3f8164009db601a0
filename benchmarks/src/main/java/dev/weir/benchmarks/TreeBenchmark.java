package dev.weir.benchmarks;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.quantile.OrderStatistic;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Times a tree of 1024 leaves: drawing its noisy nodes, and drawing them with an estimate of quantiles. */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TreeBenchmark extends SingleThread {

    private static final int LEAVES = 1024;

    /** The norm by which the noise measures sensitivity. */
    @Param({"L1", "SQUARED_L2"})
    private Norm norm = Norm.L1;

    private final Randomness randomness = KeyStream.fresh();
    private final long[] totals = new long[LEAVES];
    private Quantiles tree = quantiles(norm);
    private AdditiveNoise noise = noise(tree, norm);
    private PreparedMechanism mechanism = tree.prepare(noise);
    private long[] released = {};
    private double[] stddevs = {};

    private static Quantiles quantiles(Norm norm) {
        ValueGrid grid = ValueGrid.evenly(BigDecimal.ZERO, BigDecimal.valueOf(LEAVES - 1), BigDecimal.ONE);
        List<BigDecimal> at = List.of(new BigDecimal("0.5"), new BigDecimal("0.9"), new BigDecimal("0.99"));
        return Quantiles.of(BigDecimal.ONE, grid, List.of(OrderStatistic.quantiles("q", at)))
                .preparedFor(norm);
    }

    private static AdditiveNoise noise(Quantiles tree, Norm norm) {
        Ratio size = new Ratio(tree.fullSize(norm), BigInteger.ONE);
        return norm == Norm.L1 ? new DiscreteLaplace(size) : new RoundedGaussian(size.times(Ratio.of(10, 1)));
    }

    /** Builds the tree for the norm. */
    @Setup
    public void build() {
        tree = quantiles(norm);
        noise = noise(tree, norm);
        mechanism = tree.prepare(noise);
        released = new long[tree.measured()];
        stddevs = new double[tree.measured()];
        Arrays.fill(stddevs, noise.stddev());
        Arrays.fill(totals, 5);
    }

    /** Draws a noisy sum for every node. */
    @Benchmark
    public long nodes() {
        mechanism.release(totals, 0, released, 0, randomness);
        return released[0];
    }

    /** Draws noisy sums for every node, and estimates three quantiles with intervals by least squares and monotone counts. */
    @Benchmark
    public List<Estimate> nodesAndQuantiles() {
        mechanism.release(totals, 0, released, 0, randomness);
        return tree.estimate(released, stddevs, 0, noise);
    }
}
