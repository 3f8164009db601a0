package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.SetFamily;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Computes the best linear unbiased estimates of all levels of a family of sets from the noisy integers of the measured levels, effect by effect, one
 * axis at a time. All estimates are sums of one table, up to rounding of doubles. An instance serves one window after another, and one thread at a
 * time; it allocates nothing for a window.
 *
 * <p><b>Guarantee.</b> The estimates are a function of the noisy integers and of public numbers, so they cost nothing: post-processing.
 *
 * <p><b>Arithmetic.</b> If one measured set contains all others, its noisy integers and their sums are estimates that add up. They are subtracted from
 * the noisy integers of all levels in 64-bit arithmetic, whose overflows cancel, and only the differences, which are of the size of the noise, are
 * solved in doubles: estimators that are right for every table do not change by this. Then totals of any size are as exact as small ones. If no set
 * contains all others, estimates have the 53 bits of doubles.
 */
public final class SetSolver {

    /** What a measured level adds to effects. */
    private record Source(int level, int table, List<AxisStep> sums, int[] effects, double[] parts) {}

    private final SetVariances law;
    private final SetFamily family;
    private final int widest;
    private final List<Source> sources;
    private final List<List<AxisStep>> axes;
    private final List<List<AxisStep>> spreads;
    private final int[] tableOf;
    private final int[][] subsetsOf;
    private final List<AxisStep> wholeSums;
    private final long[][] wholes;
    private final double[][] effects;
    private final double[][] scratch;
    private final double[] corrections;

    /**
     * Creates the memory for solving.
     *
     * @param law the weights of the family
     */
    public SetSolver(SetVariances law) {
        this.law = law;
        this.family = law.family();
        EffectTables tables = law.tables();
        this.widest = law.widest();
        this.sources = IntStream.range(0, family.levels())
                .filter(level -> law.isMeasured(level) && level != widest)
                .mapToObj(this::source)
                .toList();
        this.axes = Arrays.stream(tables.subsets()).mapToObj(tables::axes).toList();
        int[] sets = IntStream.range(0, family.levels()).map(tables::set).toArray();
        this.spreads = Arrays.stream(sets).mapToObj(tables::spreads).toList();
        this.tableOf = Arrays.stream(sets).map(tables::index).toArray();
        this.subsetsOf = Arrays.stream(sets)
                .mapToObj(set -> SetFamily.subsets(set).map(tables::index).toArray())
                .toArray(int[][]::new);
        this.wholeSums = widest < 0 ? List.of() : tables.sums(sets[widest]);
        this.wholes = tables.integers();
        this.effects = tables.tables();
        this.scratch = tables.tables();
        this.corrections = new double[family.nodes()];
    }

    private Source source(int level) {
        EffectTables tables = law.tables();
        int set = tables.set(level);
        return new Source(
                level,
                tables.index(set),
                tables.sums(set),
                SetFamily.subsets(set).map(tables::index).toArray(),
                SetFamily.subsets(set)
                        .mapToDouble(subset -> law.part(level, subset))
                        .toArray());
    }

    /**
     * Solves a window.
     *
     * @param noisy the noisy integers of the window, complete, in the shape of the family
     * @throws IllegalStateException if a number is missing
     */
    public void solve(NoisyNodes noisy) {
        if (!noisy.shape().equals(family)) {
            throw new IllegalStateException("the numbers are those of another family");
        }
        long[] values = noisy.values();
        if (widest >= 0) {
            long[] table = wholes[tableOf[widest]];
            System.arraycopy(values, family.start(widest), table, 0, table.length);
            wholeSums.forEach(step -> step.sum(wholes[step.set()], wholes[step.without()]));
        }
        for (double[] effect : effects) {
            Arrays.fill(effect, 0);
        }
        sources.forEach(source -> add(source, values));
        for (int i = 0; i < effects.length; i++) {
            for (AxisStep axis : axes.get(i)) {
                axis.center(effects[i]);
            }
        }
        IntStream.range(0, family.levels()).forEach(this::correct);
    }

    private void add(Source source, long[] values) {
        double[] table = scratch[source.table];
        long[] whole = wholes[source.table];
        int from = family.start(source.level);
        for (int i = 0; i < table.length; i++) {
            table[i] = values[from + i] - whole[i];
        }
        source.sums.forEach(step -> step.sum(scratch[step.set()], scratch[step.without()]));
        for (int k = 0; k < source.effects.length; k++) {
            double[] sums = scratch[source.effects[k]];
            double[] effect = effects[source.effects[k]];
            for (int i = 0; i < sums.length; i++) {
                effect[i] += source.parts[k] * sums[i];
            }
        }
    }

    private void correct(int level) {
        for (int subset : subsetsOf[level]) {
            System.arraycopy(effects[subset], 0, scratch[subset], 0, effects[subset].length);
        }
        spreads.get(level).forEach(step -> step.spread(scratch[step.without()], scratch[step.set()]));
        double[] table = scratch[tableOf[level]];
        System.arraycopy(table, 0, corrections, family.start(level), table.length);
    }

    /** The integer of a node of a level, to which its correction is added; 0 if no set contains all others. */
    long base(int level, int node) {
        return wholes[tableOf[level]][node];
    }

    double correction(int level, int node) {
        return corrections[family.start(level) + node];
    }

    /**
     * The estimate of a node in grid steps, as a double.
     *
     * @param level the index of the level, from 0
     * @param node the index of the node within its level, from 0
     */
    public double estimate(int level, int node) {
        return base(level, node) + correction(level, node);
    }
}
