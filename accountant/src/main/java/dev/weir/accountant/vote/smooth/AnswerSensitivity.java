package dev.weir.accountant.vote.smooth;

import dev.weir.accountant.vote.exact.GnMax;
import dev.weir.accountant.vote.exact.Votes;
import java.util.Arrays;

/**
 * How far one teacher may move the data-dependent loss of a noisy winner, at votes that differ from the actual ones by a number of teachers.
 *
 * <p>Papernot and others (2018), Algorithms 3 to 5: an upper bound on the local sensitivity rises with q up to a value q<sub>1</sub>, from which one teacher
 * reaches q<sub>0</sub>, is the same up to q<sub>0</sub> and falls from there on, if {@link MonotoneLoss} finds its conditions true. So the largest
 * value among all votes at a distance is found by one path of votes: from the first label to the second if q is below q<sub>1</sub>, and the
 * other way around if it is above q<sub>0</sub>. Every value is rounded up.
 */
public final class AnswerSensitivity {

    private final AnswerBound bound;
    private final double logQ1;
    private final double plateau;
    private final double step;

    /**
     * Computes what does not depend on votes.
     *
     * @param sigma &sigma;, the standard deviation of the noise on the votes of each label, from 1e-3 to 1e9
     * @param order a, the R&eacute;nyi order, above 1 and at most 1e6
     * @param classes the number of labels, at least 2
     * @param step the step of the grid on which noisy votes are compared, in votes; 0 if they are not rounded
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code sigma} or {@code order} is out of range
     */
    public AnswerSensitivity(double sigma, double order, int classes, double step) {
        this.bound = AnswerBound.of(sigma, order, classes);
        this.logQ1 = bound.lowered(bound.logQ0());
        this.step = step;
        double here = bound.dependent(logQ1);
        double lowest = bound.lowered(logQ1);
        double change = Math.max(bound.independent() - here, here - bound.loss(lowest));
        this.plateau = LostDigits.roundedUp(change, bound.independent(), lowest, order);
    }

    /** Algorithm 3: the bound on the local sensitivity at one q. */
    private double at(double logMiss) {
        if (logMiss >= logQ1 && logMiss <= bound.logQ0()) {
            return plateau;
        }
        double here = bound.loss(logMiss);
        double raised = bound.loss(bound.raised(logMiss));
        double lowest = bound.lowered(logMiss);
        double change = Math.max(raised - here, here - bound.loss(lowest));
        return LostDigits.roundedUp(change, raised, lowest, bound.order());
    }

    /**
     * The loss whose sensitivity this is, not rounded: the one that depends on votes below q<sub>0</sub>, and a/&sigma;&sup2; from there on.
     *
     * @param votes the votes
     */
    public double loss(Votes votes) {
        return bound.loss(logMiss(votes));
    }

    /**
     * Algorithms 4 and 5: the values at all distances.
     *
     * @param votes the votes
     * @param teachers the number of teachers, at least 1; some may abstain
     */
    public SmoothSensitivity of(Votes votes, int teachers) {
        double[] path = new double[teachers];
        Arrays.fill(path, plateau);
        double[] counts = descending(votes);
        double logMiss = logMiss(votes);
        boolean isClear = logMiss < logQ1;
        for (int d = 0; d < teachers && (isClear ? logMiss < logQ1 : logMiss > bound.logQ0()); d++) {
            path[d] = at(logMiss);
            if (!isClear && counts[1] <= 0) {
                break;
            }
            move(counts, isClear ? -1 : 1);
            logMiss = logMiss(Votes.copyOf(counts));
        }
        return new SmoothSensitivity(path);
    }

    private double logMiss(Votes votes) {
        return new GnMax(bound.sigma()).logMiss(votes, step);
    }

    private static double[] descending(Votes votes) {
        double[] ascending = votes.counts();
        Arrays.sort(ascending);
        double[] counts = new double[ascending.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = ascending[counts.length - 1 - i];
        }
        return counts;
    }

    /** Gives the first label votes of the second one, and keeps the votes in descending order. */
    private static void move(double[] counts, int won) {
        counts[0] += won;
        counts[1] -= won;
        for (int i = 1; i + 1 < counts.length && counts[i] < counts[i + 1]; i++) {
            double less = counts[i];
            counts[i] = counts[i + 1];
            counts[i + 1] = less;
        }
    }
}
