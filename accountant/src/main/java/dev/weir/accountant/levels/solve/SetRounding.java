package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.SetFamily;
import java.math.BigDecimal;
import java.util.List;

/**
 * Makes decimals of the estimates of a family of sets: whole numbers of millionths of a grid step. If one set contains all others, its estimates are
 * rounded and all other rows are sums of them, so rows add up exactly. If none does, each row is rounded by itself, and rows agree to as many
 * millionths as they have terms. (Tables of integers that are near to the estimates and add up need not exist for three attributes.) An instance
 * serves one window after another, and one thread at a time; it allocates nothing for a window.
 *
 * <p><b>Guarantee.</b> A function of the estimates: post-processing.
 */
public final class SetRounding {

    private static final int DIGITS = 6;
    private static final int MILLION = 1_000_000;

    private final SetFamily family;
    private final EffectTables tables;
    private final int widest;
    private final List<AxisStep> sums;
    private final long[][] wholes;
    private final long[][] millionths;

    /**
     * Creates the memory for rounding.
     *
     * @param law the weights of the family
     */
    public SetRounding(SetVariances law) {
        this.family = law.family();
        this.tables = law.tables();
        this.widest = law.widest();
        this.sums = widest < 0 ? List.of() : tables.sums(tables.set(widest));
        this.wholes = tables.integers();
        this.millionths = tables.integers();
    }

    /**
     * Rounds the estimates of a window.
     *
     * @param solved the solved window of the same family
     */
    public void round(SetSolver solved) {
        for (int level = 0; level < family.levels(); level++) {
            if (widest < 0 || level == widest) {
                round(solved, level);
            }
        }
        for (AxisStep step : sums) {
            step.sum(wholes[step.set()], wholes[step.without()]);
            step.sum(millionths[step.set()], millionths[step.without()]);
        }
    }

    private void round(SetSolver solved, int level) {
        int table = tables.index(tables.set(level));
        for (int node = 0; node < family.nodes(level); node++) {
            double correction = solved.correction(level, node);
            double floor = Math.floor(correction);
            wholes[table][node] = solved.base(level, node) + (long) floor;
            millionths[table][node] = (long) Math.rint((correction - floor) * MILLION);
        }
    }

    /**
     * The largest whole number of grid steps that is not above the value of a node.
     *
     * @param level the index of the level, from 0
     * @param node the index of the node within its level, from 0
     */
    public long whole(int level, int node) {
        int table = tables.index(tables.set(level));
        return wholes[table][node] + Math.floorDiv(millionths[table][node], MILLION);
    }

    /**
     * What the value of a node has above {@link #whole}, in millionths of a grid step, from 0 to 999 999.
     *
     * @param level the index of the level, from 0
     * @param node the index of the node within its level, from 0
     */
    public int millionths(int level, int node) {
        return Math.floorMod(millionths[tables.index(tables.set(level))][node], MILLION);
    }

    /**
     * The value of a node in grid steps, with six digits behind the point.
     *
     * @param level the index of the level, from 0
     * @param node the index of the node within its level, from 0
     */
    public BigDecimal value(int level, int node) {
        return BigDecimal.valueOf(whole(level, node)).add(BigDecimal.valueOf(millionths(level, node), DIGITS));
    }
}
