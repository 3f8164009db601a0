package dev.weir.accountant.vote.exact;

import dev.weir.accountant.privacy.Require;
import java.util.Arrays;

/**
 * Interactive-GNMax: teachers answer only if they disagree with the student's present prediction.
 *
 * <p><b>Guarantee.</b> Neighbours: one teacher's vote is replaced by another. The surplus of a class is its number of votes minus the
 * number of teachers times the student's probability for the class. The check compares the largest surplus with a threshold. The student's
 * probabilities are public (trained on earlier answers), so the surplus changes by at most 1 and the check is (a, a/(2
 * sigma<sub>1</sub>&sup2;))-RDP at every order a. A vote that passes is answered by {@link GnMax} with sigma<sub>2</sub>. If a vote does
 * not pass, the student may keep its own confident prediction, which costs nothing more: Papernot and others (2018), Algorithm 2.
 *
 * <p>The authors' program rounds the surplus to a whole number, because it computes a smooth sensitivity. This class
 * does not round the surplus.
 *
 * @param mechanism the threshold, and the noise of check and answer
 */
public record InteractiveGnMax(ConfidentGnMax mechanism) {

    private static final double TOLERANCE = 1e-6;

    /**
     * The price of one vote at one order.
     *
     * @param votes the teachers' votes
     * @param baseline the student's probability for each class: each is at least 0, and their sum is 1 to within
     * 10<sup>-6</sup>
     * @param order the R&eacute;nyi order, above 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code baseline} has a negative value, another sum or another number of
     *     classes, or {@code order} is not above 1 and finite
     */
    public CheckedPrice price(Votes votes, double[] baseline, double order) {
        double sum = Arrays.stream(baseline).sum();
        Require.holds(Math.abs(sum - 1) <= TOLERANCE, "baseline", "probabilities that sum to 1", sum);
        double least = Arrays.stream(baseline).min().orElse(Double.NaN);
        Require.holds(least >= 0, "baseline", ">= 0 for every class", least);
        return mechanism.price(votes, votes.highestSurplus(baseline), order);
    }
}
