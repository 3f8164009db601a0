package dev.weir.operators.release;

import dev.weir.operators.testing.Noise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * Tests whether noises are independent of each other.
 *
 * <p><b>Scores.</b> Each noise has two scores: its sign, 1 if it is at least 0 and else -1, and its size, 1 if its absolute
 * value is above the median and else -1. For a distribution that is symmetric about 0 both are fair coins and independent of
 * each other, except for the single integers 0 and the median. These weigh less than 2^-30 at the scales that are tested
 * here.
 *
 * <p><b>Pairs.</b> A column is one aggregate of one key of one query, over its n windows. The pairs are: every two columns,
 * window by window; all columns with themselves, 1 to {@value #LAGS} windows later; and the draws of the first subtask with
 * those of the second, in their order.
 *
 * <p><b>Statistic.</b> The covariance of the scores of n pairs: the mean of their products. The pairs of one statistic form
 * no cycle, so the products are independent fair coins as well. Hoeffding's inequality (1963, Theorem 2) then holds for any
 * n, without approximation: the mean is further than t from 0 with probability at most 2 exp(-n t^2 / 2). Here t is such that
 * this probability is {@value #FALSE_ALARM} divided by the number of all statistics. So independent noise is called dependent
 * with probability at most {@value #FALSE_ALARM}, over all statistics together.
 */
final class JointLaw {

    static final double FALSE_ALARM = 1e-7;

    private static final int LAGS = 20;

    /** Two lists of the same length, whose noises are paired by position. */
    private record Pairs(String differIn, List<Noise> left, List<Noise> right) {}

    private final List<ToIntFunction<Noise>> scores;
    private final List<Pairs> pairs = new ArrayList<>();

    private JointLaw(Collection<Noise> noises, double[][] medianSizes) {
        scores = List.of(
                noise -> noise.steps() >= 0 ? 1 : -1,
                noise -> Math.abs(noise.steps()) > medianSizes[noise.query()][noise.aggregate()] ? 1 : -1);
        Collection<List<Noise>> columns = columns(noises);
        pairColumns(List.copyOf(columns));
        for (int lag = 1; lag <= LAGS; lag++) {
            pairWindows(columns, lag);
        }
        pairSubtasks(drawnBy(0, noises), drawnBy(1, noises));
    }

    /**
     * Returns the kinds of pairs that are dependent: "key", "query aggregate" and so on, "window" or "subtask", by what the
     * two noises differ in.
     *
     * @param noises of two subtasks and the same windows for all columns, in the order in which they were drawn
     * @param medianSizes the median of the absolute value by the distribution, by query and aggregate
     */
    static Set<String> dependencies(Collection<Noise> noises, double[][] medianSizes) {
        JointLaw law = new JointLaw(noises, medianSizes);
        Set<String> found = new TreeSet<>();
        for (Pairs pairs : law.pairs) {
            if (law.areDependent(pairs)) {
                found.add(pairs.differIn);
            }
        }
        return found;
    }

    private static Collection<List<Noise>> columns(Collection<Noise> noises) {
        Map<List<Integer>, List<Noise>> columns = new LinkedHashMap<>();
        for (Noise noise : noises) {
            List<Integer> column = List.of(noise.query(), noise.aggregate(), noise.key());
            columns.computeIfAbsent(column, id -> new ArrayList<>()).add(noise);
        }
        return columns.values();
    }

    private void pairColumns(List<List<Noise>> columns) {
        for (int i = 0; i < columns.size(); i++) {
            for (int j = 0; j < i; j++) {
                Noise one = columns.get(i).get(0);
                Noise other = columns.get(j).get(0);
                String differIn = (one.query() == other.query() ? "" : " query")
                        + (one.aggregate() == other.aggregate() ? "" : " aggregate")
                        + (one.key() == other.key() ? "" : " key");
                pairs.add(new Pairs(differIn.strip(), columns.get(i), columns.get(j)));
            }
        }
    }

    private void pairWindows(Collection<List<Noise>> columns, int lag) {
        List<Noise> earlier = new ArrayList<>();
        List<Noise> later = new ArrayList<>();
        for (List<Noise> column : columns) {
            earlier.addAll(column.subList(0, column.size() - lag));
            later.addAll(column.subList(lag, column.size()));
        }
        pairs.add(new Pairs("window", earlier, later));
    }

    private static List<Noise> drawnBy(int subtask, Collection<Noise> noises) {
        return noises.stream().filter(noise -> noise.subtask() == subtask).toList();
    }

    private void pairSubtasks(List<Noise> first, List<Noise> second) {
        int both = Math.min(first.size(), second.size());
        pairs.add(new Pairs("subtask", first.subList(0, both), second.subList(0, both)));
    }

    private boolean areDependent(Pairs two) {
        double statistics = scores.size() * scores.size() * pairs.size();
        double furthest = Math.sqrt(2 * Math.log(2 * statistics / FALSE_ALARM) / two.left.size());
        return scores.stream()
                .anyMatch(left -> scores.stream().anyMatch(right -> Math.abs(covariance(two, left, right)) > furthest));
    }

    private static double covariance(Pairs two, ToIntFunction<Noise> left, ToIntFunction<Noise> right) {
        long sum = 0;
        for (int i = 0; i < two.left.size(); i++) {
            sum += (long) left.applyAsInt(two.left.get(i)) * right.applyAsInt(two.right.get(i));
        }
        return (double) sum / two.left.size();
    }
}
