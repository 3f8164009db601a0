package dev.weir.accountant.levels.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Good shares of the levels of any shape under Laplace noise, by search.
 *
 * <p>Prices add up as epsilons, and the precision of a level is proportional to the square of its share. The objective is not convex in the shares,
 * and a share of 0 is always stationary; so the search starts from each set of levels that leaves no effect out, with equal shares, and keeps the
 * best result. Above {@link #ALL_SUBSETS} levels it starts with all and drops one level at a time as long as that helps. Nothing depends on the
 * optimum but the errors. Derived here.
 */
final class PureShares {

    /** The largest number of levels for which all sets of levels are tried. */
    private static final int ALL_SUBSETS = 8;

    private static final int MOST_ROUNDS = 20_000;
    private static final double POWER = 0.4;
    private static final double LEAST_SHARE = 1e-9;
    private static final double STILL = 1e-14;

    /** Results that differ by less, relative to each other, are equal: the first of them is kept. */
    private static final double TIE = 1e-12;

    private final Objective objective;
    private final int[] needed;
    private final double[] slopes;
    private final double[] precisions;
    private double[] best = {};
    private double bestValue = Double.POSITIVE_INFINITY;

    private PureShares(Objective objective, int[] needed) {
        this.objective = objective;
        this.needed = needed;
        this.slopes = new double[objective.size()];
        this.precisions = new double[objective.size()];
    }

    /**
     * Computes the shares, which add up to 1.
     *
     * @param objective the objective
     * @param needed the levels that have to be measured even if no effect needs them
     */
    static double[] of(Objective objective, int... needed) {
        PureShares search = new PureShares(objective, needed);
        if (objective.size() <= ALL_SUBSETS) {
            subsets(objective.size()).forEach(search::trial);
        } else {
            search.drop();
        }
        return search.best;
    }

    /** All sets of levels, the largest first, and sets of one size in lexicographic order. */
    private static List<int[]> subsets(int levels) {
        return IntStream.range(1, 1 << levels)
                .mapToObj(set -> IntStream.range(0, levels)
                        .filter(level -> (set >> level & 1) != 0)
                        .toArray())
                .sorted((a, b) -> a.length != b.length ? b.length - a.length : Arrays.compare(a, b))
                .toList();
    }

    /** Starts with all levels, and drops the level that helps most until none does. */
    private void drop() {
        List<Integer> left =
                new ArrayList<>(IntStream.range(0, objective.size()).boxed().toList());
        trial(array(left));
        for (boolean helped = true; helped; ) {
            int dropped = -1;
            for (int i = 0; i < left.size(); i++) {
                List<Integer> fewer = new ArrayList<>(left);
                fewer.remove(i);
                dropped = trial(array(fewer)) ? i : dropped;
            }
            helped = dropped >= 0;
            if (helped) {
                left.remove(dropped);
            }
        }
    }

    private static int[] array(List<Integer> levels) {
        return levels.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Searches from equal shares of some levels; returns whether the result is better than all before. */
    private boolean trial(int[] measured) {
        double[] shares = new double[objective.size()];
        for (int level : measured) {
            shares[level] = 1.0 / measured.length;
        }
        if (Arrays.stream(needed).anyMatch(level -> shares[level] == 0) || Double.isInfinite(value(shares))) {
            return false;
        }
        double change = 1;
        for (int round = 0; round < MOST_ROUNDS && change >= STILL; round++) {
            change = step(shares);
        }
        double value = value(shares);
        if (value >= bestValue * (1 - TIE)) {
            return false;
        }
        bestValue = value;
        best = shares;
        return true;
    }

    private double value(double[] shares) {
        square(shares);
        return objective.value(precisions);
    }

    private void square(double[] shares) {
        for (int level = 0; level < shares.length; level++) {
            precisions[level] = shares[level] * shares[level];
        }
    }

    /** One round; returns by how much the share that has changed most has changed. */
    private double step(double[] shares) {
        square(shares);
        objective.slopes(precisions, slopes);
        double total = 0;
        for (int level = 0; level < shares.length; level++) {
            total += precisions[level] * slopes[level];
        }
        double[] next = new double[shares.length];
        for (int level = 0; level < shares.length; level++) {
            next[level] = shares[level] == 0
                    ? 0
                    : shares[level] * StrictMath.pow(shares[level] * slopes[level] / total, POWER);
        }
        scale(next);
        Arrays.setAll(next, level -> next[level] < LEAST_SHARE ? 0 : next[level]);
        scale(next);
        double change = 0;
        for (int level = 0; level < shares.length; level++) {
            change = Math.max(change, Math.abs(next[level] - shares[level]));
            shares[level] = next[level];
        }
        return change;
    }

    private static void scale(double[] shares) {
        double sum = Arrays.stream(shares).sum();
        Arrays.setAll(shares, level -> shares[level] / sum);
    }
}
