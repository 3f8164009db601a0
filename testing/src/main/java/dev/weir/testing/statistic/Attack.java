package dev.weir.testing.statistic;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The attack of an auditor: it learns from half of the worlds how the canary shows, and counts in the other half how often it is
 * right.
 *
 * <p>Two events are counted. <em>Combined</em>: a linear score of all numbers is at least a threshold. The score is learnt from
 * two thirds of the training worlds; score and threshold are chosen by the others, among scores of all numbers, of those that the
 * canary visibly moves, and of fewer, each as they are and clipped ({@link ClippedColumn}). <em>Single</em>: one number is equal to, or at least, a value; so a row that is there or
 * not, or a name that is released, is found even where it is rare.
 *
 * @param combined the counts of the event of the combined score; empty if nothing published varies
 * @param single the counts of the event of a single number; empty if nothing published varies
 * @param singleName the name of the single number; empty if there is none
 */
public record Attack(Optional<EventCounts> combined, Optional<EventCounts> single, String singleName) {

    /** More columns than this are too many to learn a covariance of. */
    private static final int MOST_COLUMNS = 256;

    /**
     * Attacks.
     *
     * @param observations what was published
     * @param claim determines which events are good ones
     */
    public static Attack on(Observations observations, Claim claim) {
        Observations varying = observations.varying();
        if (varying.columns().isEmpty()) {
            return new Attack(Optional.empty(), Optional.empty(), "");
        }
        Trials trials = varying.trials();
        double[] scores = combinedScores(varying, claim);
        Threshold combined = Threshold.best(scores, trials, world -> isSecond(trials, world), claim.measure());
        int single = bestSingle(varying, claim);
        double[] column = varying.columns().get(single);
        Threshold event = Threshold.best(column, trials, trials::isTraining, claim.measure());
        return new Attack(
                Optional.of(combined.count(scores, trials)),
                Optional.of(event.count(column, trials)),
                varying.names().get(single));
    }

    /**
     * The larger lower bound of the loss by the two events.
     *
     * @param claim the unit of the loss
     * @param risk the probability that one of the two bounds is above the truth
     * @return at least 0, in the unit of the claim
     */
    public double bound(Claim claim, double risk) {
        return Math.max(
                combined.map(counts -> claim.bound(counts, risk / 2)).orElse(0.0),
                single.map(counts -> claim.bound(counts, risk / 2)).orElse(0.0));
    }

    private static int bestSingle(Observations observations, Claim claim) {
        Trials trials = observations.trials();
        List<double[]> columns = observations.columns();
        return IntStream.range(0, columns.size())
                .boxed()
                .max(Comparator.comparingDouble(
                        i -> Threshold.best(columns.get(i), trials, trials::isTraining, claim.measure())
                                .promise()))
                .orElseThrow();
    }

    private static double[] combinedScores(Observations observations, Claim claim) {
        Trials trials = observations.trials();
        IntPredicate first = world -> isFirst(trials, world);
        List<double[]> byMove = columnsByMove(observations, first);
        double[] best = new double[0];
        double promise = -1;
        for (LinearScore score : candidates(byMove, trials, first)) {
            double[] scores = score.scores();
            Threshold event = Threshold.best(scores, trials, world -> isSecond(trials, world), claim.measure());
            if (event.promise() > promise) {
                promise = event.promise();
                best = scores;
            }
        }
        return best;
    }

    /** Scores of all columns or fewer, as they are or clipped. */
    private static List<LinearScore> candidates(List<double[]> byMove, Trials trials, IntPredicate first) {
        List<double[]> clipped = byMove.stream()
                .limit(MOST_COLUMNS)
                .map(column -> ClippedColumn.of(column, trials, worlds(trials, first)))
                .toList();
        return IntStream.of(byMove.size(), visible(byMove, trials, first), 8, 2)
                .map(size -> Math.min(Math.min(size, byMove.size()), MOST_COLUMNS))
                .filter(size -> size > 0)
                .distinct()
                .boxed()
                .flatMap(size -> Stream.of(byMove.subList(0, size), clipped.subList(0, size)))
                .map(columns -> columns.toArray(double[][]::new))
                .flatMap(columns ->
                        Stream.of(LinearScore.of(columns, trials, first), LinearScore.even(columns, trials, first)))
                .toList();
    }

    private static List<double[]> columnsByMove(Observations observations, IntPredicate isLearnt) {
        int[] worlds = worlds(observations.trials(), isLearnt);
        return observations.columns().stream()
                .map(column -> new Moved(column, move(column, observations.trials(), worlds)))
                .sorted(Comparator.comparingDouble(Moved::move).reversed())
                .map(Moved::column)
                .toList();
    }

    private record Moved(double[] column, double move) {}

    /** By how many of its deviations the canary moves the mean of a column, times the root of the number of worlds. */
    private static double move(double[] column, Trials trials, int[] worlds) {
        LinearScore.ArmMeans means = LinearScore.ArmMeans.of(column, trials, worlds);
        double scale = means.scale(column, worlds);
        return Math.abs(means.with() - means.without()) / scale * Math.sqrt(worlds.length) / 2;
    }

    private static int visible(List<double[]> byMove, Trials trials, IntPredicate isLearnt) {
        int[] worlds = worlds(trials, isLearnt);
        return (int) byMove.stream()
                .filter(column -> move(column, trials, worlds) > 3)
                .count();
    }

    private static int[] worlds(Trials trials, IntPredicate isLearnt) {
        return IntStream.range(0, trials.count()).filter(isLearnt).toArray();
    }

    /** Two of three pairs of training worlds; with the pairs both parts hold as many worlds with the canary as without. */
    private static boolean isFirst(Trials trials, int world) {
        return trials.isTraining(world) && world / 2 % 3 != 0;
    }

    private static boolean isSecond(Trials trials, int world) {
        return trials.isTraining(world) && world / 2 % 3 == 0;
    }
}
