package dev.weir.testing.statistic;

import dev.weir.testing.statistic.Trials.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The attack of an auditor: it learns from some worlds how the canary shows, and counts in the others how often it guesses right.
 *
 * <p>It guesses by one number of each world. That is one of the published numbers, so that a row that is there or not, or a name that
 * is released, is found even where it is rare; or a linear score of all numbers, of those that the canary visibly moves, or of fewer,
 * each as they are and clipped ({@link ClippedColumn}). Scores are learnt from one part of the worlds, and the rule of each
 * number from this and a second part. By the second part alone one number is chosen, so that no confidence is spent on those that promise less.
 *
 * @param guesses the guesses in the worlds that serve for nothing else
 * @param claim the loss that they show
 * @param singleName the name of the published number that alone shows most; empty if nothing published varies
 */
public record Attack(Guesses guesses, Claim claim, String singleName) {

    /** More columns than this are too many to learn a covariance of. */
    private static final int MOST_COLUMNS = 256;

    /** Numbers of which the canary moves the mean by so many deviations of the mean are visibly moved. */
    private static final double VISIBLE = 3;

    /** A number of every world, and the rule that is chosen for it. */
    private record Candidate(double[] numbers, Rule rule, double promise) {

        static Candidate of(double[] numbers, Trials trials, Claim claim) {
            Rule rule = RuleChoice.of(trials.arms(numbers, Part.TRAINING).sorted(), claim);
            Arms compared = trials.arms(numbers, Part.CHOOSING).sorted();
            return new Candidate(numbers, rule, RuleChoice.promise(rule, compared, claim));
        }
    }

    /**
     * Attacks.
     *
     * @param observations what was published
     * @param claims the losses that are to be shown
     * @return an attack for each claim
     */
    public static List<Attack> on(Observations observations, List<Claim> claims) {
        Observations varying = observations.varying(Part.TRAINING);
        Trials trials = varying.trials();
        boolean isEmpty = varying.columns().isEmpty();
        List<double[]> scores = isEmpty ? List.of() : scores(varying);
        return claims.stream()
                .map(claim -> isEmpty ? new Attack(Guesses.NONE, claim, "") : on(varying, scores, claim, trials))
                .toList();
    }

    private static Attack on(Observations varying, List<double[]> scores, Claim claim, Trials trials) {
        List<Candidate> singles = varying.columns().stream()
                .map(column -> Candidate.of(column, trials, claim))
                .toList();
        int single = IntStream.range(0, singles.size())
                .boxed()
                .max(Comparator.comparingDouble(i -> singles.get(i).promise()))
                .orElseThrow();
        Candidate best = Stream.concat(
                        Stream.of(singles.get(single)),
                        scores.stream().map(score -> Candidate.of(score, trials, claim)))
                .max(Comparator.comparingDouble(Candidate::promise))
                .orElseThrow();
        Arms test = trials.arms(best.numbers(), Part.TEST).sorted();
        return new Attack(best.rule().count(test), claim, varying.names().get(single));
    }

    /**
     * A lower bound of the loss.
     *
     * @param risk the probability that the bound is above the truth, above 0 and below 1
     * @return at least 0, in the unit of the claim
     */
    public double bound(double risk) {
        return guesses.bound(claim, new BinomialBound.Exact(risk));
    }

    /** The standard error of the bounds over runs in which guesses are right as often: a bound is the lower the less lucky a run is. */
    public double error() {
        return guesses.error(claim);
    }

    /** Scores of all columns or fewer, as they are or clipped; none of a single column, which is a number by itself. */
    private static List<double[]> scores(Observations varying) {
        Trials trials = varying.trials();
        if (varying.columns().size() == 1
                || trials.arms(varying.columns().get(0), Part.LEARNING).isMissing()) {
            return List.of();
        }
        List<Moved> byMove = byMove(varying);
        List<double[]> columns = byMove.stream().map(Moved::column).toList();
        List<double[]> clipped = columns.stream()
                .map(column -> ClippedColumn.of(column, trials.arms(column, Part.LEARNING)))
                .toList();
        double root = Math.sqrt(trials.worlds(Part.LEARNING).length) / 2;
        int visible = (int)
                byMove.stream().filter(moved -> moved.move() * root > VISIBLE).count();
        List<double[]> scores = new ArrayList<>();
        IntStream.of(columns.size(), visible, 8, 2)
                .map(size -> Math.min(size, columns.size()))
                .filter(size -> size > 1)
                .distinct()
                .forEach(size -> {
                    addScores(columns.subList(0, size), trials, scores);
                    addScores(clipped.subList(0, size), trials, scores);
                });
        return scores;
    }

    private static void addScores(List<double[]> columns, Trials trials, List<double[]> scores) {
        double[][] used = columns.toArray(double[][]::new);
        scores.add(LinearScore.of(used, trials).scores());
        scores.add(LinearScore.even(used, trials).scores());
    }

    private record Moved(double[] column, double move) {}

    /** The columns that the canary moves most, the most moved one first. */
    private static List<Moved> byMove(Observations varying) {
        return varying.columns().stream()
                .map(column -> new Moved(
                        column, varying.trials().arms(column, Part.LEARNING).move()))
                .sorted(Comparator.comparingDouble(Moved::move).reversed())
                .limit(MOST_COLUMNS)
                .toList();
    }
}
