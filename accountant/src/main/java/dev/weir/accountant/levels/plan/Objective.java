package dev.weir.accountant.levels.plan;

import dev.weir.accountant.levels.Effect;
import dev.weir.accountant.levels.LevelShape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The sum over all rows of omega times the variance of the row's estimate, as a function of the precisions of the levels' noise.
 *
 * <p>On even trees and on families of sets the matrices of all levels commute, and the sum is sum<sub>e</sub> q<sub>e</sub> w<sub>e</sub> /
 * lambda<sub>e</sub> over the effects, where lambda<sub>e</sub> is the sum of a<sub>l</sub> B<sub>l</sub> over the levels that contain the effect,
 * w<sub>e</sub> the same sum of omega<sub>l</sub> B<sub>l</sub>, q<sub>e</sub> the multiplicity and B<sub>l</sub> the number of base cells below a
 * node. Uneven trees are taken for even ones with the mean of B<sub>l</sub>.
 */
final class Objective {

    private final double[] cells;
    private final double[] numerators;
    private final int[][] levels;

    /**
     * Creates the objective.
     *
     * @param shape the shape of the levels
     * @param omegas the weight of the variance of one row, for each level
     */
    Objective(LevelShape shape, double[] omegas) {
        this.cells =
                IntStream.range(0, shape.levels()).mapToDouble(shape::meanCells).toArray();
        List<Effect> effects = shape.effects().stream()
                .filter(effect -> effect.multiplicity() > 0)
                .toList();
        this.levels = effects.stream()
                .map(effect ->
                        effect.levels().stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        this.numerators = IntStream.range(0, levels.length)
                .mapToDouble(e -> effects.get(e).multiplicity() * sum(levels[e], omegas))
                .toArray();
    }

    private double sum(int[] of, double[] values) {
        double sum = 0;
        for (int level : of) {
            sum += values[level] * cells[level];
        }
        return sum;
    }

    /** The number of levels. */
    int size() {
        return cells.length;
    }

    /** The number of additions that one evaluation takes. */
    long work() {
        return IntStream.range(0, levels.length)
                .mapToLong(e -> levels[e].length)
                .sum();
    }

    /**
     * The weighted sum of variances; infinite if no level with a precision above 0 contains some effect.
     *
     * @param precisions for each level 1 / variance of its noise, or 0 if the level is not measured
     */
    double value(double[] precisions) {
        double value = 0;
        for (int e = 0; e < levels.length; e++) {
            value += numerators[e] / sum(levels[e], precisions);
        }
        return value;
    }

    /**
     * Computes by how much the value falls as the precision of each level grows.
     *
     * @param precisions for each level 1 / variance of its noise
     * @param slopes takes one number for each level, at least 0
     */
    void slopes(double[] precisions, double[] slopes) {
        Arrays.fill(slopes, 0);
        for (int e = 0; e < levels.length; e++) {
            double lambda = sum(levels[e], precisions);
            double slope = numerators[e] / (lambda * lambda);
            for (int level : levels[e]) {
                slopes[level] += slope * cells[level];
            }
        }
    }
}
