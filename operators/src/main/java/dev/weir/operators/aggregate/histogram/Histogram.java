package dev.weir.operators.aggregate.histogram;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.bin.BinBlock;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.solved.SolvedBlock;
import dev.weir.operators.aggregate.solved.SolvedRow;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts of a field's values between public edges. The bins are: below the first edge, from each edge up to the next one, and from the last
 * edge on.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: a record adds a vector with a single
 * 1, of l1 size and squared l2 size 1. Mechanism and charge: every bin has noise of the same scale, and a record is charged the growth of
 * the size of its unit's sum of vectors: {@link dev.weir.accountant.mechanism.BlockGrowth}. Source: derived here.
 *
 * <p><b>Grid.</b> Values are rounded to the grid and edges are not. The bin of a value near an edge is decided after rounding. On a grid of
 * 10, 95 is in the bin that begins at 100, and 104.9 is below an edge at 103.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param edges 1 to 4095 edges in the field's unit, each above the one before; they need not be multiples of the grid
 * @param grid values are rounded to multiples of the grid, half away from 0, before they are compared with edges; if it is absent, values
 *     are not rounded
 */
public record Histogram(
        String name,
        BigDecimal weight,
        List<BigDecimal> edges,
        @Nullable BigDecimal grid) implements BinBlock, SolvedBlock {

    private static final int HISTOGRAM = 6;

    /** The largest number of bins, because a release is one row. */
    private static final int MOST = 4096;

    /** @throws IllegalArgumentException if a component is not as described */
    public Histogram {
        Block.requirePositive(weight, grid == null ? BigDecimal.ONE : grid);
        edges = List.copyOf(edges);
        if (edges.isEmpty() || edges.size() >= MOST) {
            throw new IllegalArgumentException("edges must be 1 to " + (MOST - 1) + ", were " + edges.size());
        }
        for (int i = 1; i < edges.size(); i++) {
            if (edges.get(i).compareTo(edges.get(i - 1)) <= 0) {
                throw new IllegalArgumentException(
                        "edges must each be above the one before, was " + edges.get(i) + " after " + edges.get(i - 1));
            }
        }
    }

    @Override
    public boolean isClamped() {
        return false;
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, HISTOGRAM).put(2, name).put(3, weight);
        edges.forEach(edge -> fields.put(4, edge));
        return grid == null ? fields : fields.put(5, grid);
    }

    @Override
    public List<BigDecimal> grids() {
        return grid == null ? List.of() : List.of(grid);
    }

    @Override
    public Histogram weighing(BigDecimal other) {
        return new Histogram(name, other, edges, grid);
    }

    /** Sets a record's word to the number of edges that are not above the value. */
    @Override
    public void encode(BigDecimal[] values, int from, long[] words, int at) {
        BigDecimal value = rounded(values[from]);
        int low = 0;
        int high = edges.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (edges.get(middle).compareTo(value) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        words[at] = low;
    }

    /** Rounds a value to the grid. A value beyond 2^62 steps is rounded to 2^62 steps. */
    private BigDecimal rounded(BigDecimal value) {
        return grid == null
                ? value
                : BigDecimal.valueOf(Sum.toSteps(value, grid)).multiply(grid);
    }

    @Override
    public int coordinates() {
        return edges.size() + 1;
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        return List.of(estimate(counts(measured, at), stddevs[at]));
    }

    /** Every bin adds up over levels by itself. */
    @Override
    public Estimate estimate(SolvedRow row) {
        return estimate(row.values(BigDecimal.ONE), row.stddev());
    }

    private Estimate estimate(List<BigDecimal> counts, double stddev) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("edges", edges);
        fields.put("counts", counts);
        fields.put("stddev", Estimate.printed(stddev));
        return new Estimate(name, fields);
    }

    /** The accuracy of one bin, then the error that at least one bin exceeds with probability 0.05. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        Map<String, Object> all = Map.of("error95-all-bins", errorOfAll(noise, coordinates()));
        return accuracy(noise, BigDecimal.ONE, BigDecimal.ONE, all);
    }

    /**
     * Returns the smallest number of records that, with probability at least 0.95, the noise of no bin exceeds.
     *
     * @param noise the noise of one bin
     * @param bins how many bins there are, at least 1
     */
    public static double errorOfAll(AdditiveNoise noise, int bins) {
        return noise.error(Math.pow(0.95, 1.0 / bins));
    }

    @Override
    public List<Expectation> expectations() {
        return List.of(Expectation.ofNumber(name, "of one bin", AdditiveNoise::stddev));
    }
}
