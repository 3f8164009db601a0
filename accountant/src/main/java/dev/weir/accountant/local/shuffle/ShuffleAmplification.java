package dev.weir.accountant.local.shuffle;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * Amplification by shuffling: what n local reports tell about one of their senders to those who see them without order and
 * sender, such as readers of an estimate that is computed from all of them.
 *
 * <p><b>Guarantee.</b> Neighbours: the value of one report is replaced. n reports are drawn independently by one mechanism that
 * is &epsilon;<sub>0</sub>-DP, and their multiset is seen. Each of the other n - 1 reports can be drawn as a clone with
 * probability r, which looks like a report of either of the two values by the toss of a fair coin, and else in some other way
 * that does not depend on the own value. Let C be the number of clones, binomial (n - 1, r), A binomial (C, 1/2), and let the
 * own report look like one of its value with probability p, of the other value with q. The multiset is (&epsilon;, &delta;)-DP
 * with &delta; the hockey-stick divergence at e<sup>&epsilon;</sup> of (A + D, C - A + 1 - D) from its mirror image, D = 1
 * for the own value:
 *
 * <ul>
 *   <li>{@link #cloned}, for every mechanism: r = e<sup>-&epsilon;0</sup>, p = e<sup>&epsilon;0</sup> /
 *       (e<sup>&epsilon;0</sup> + 1), q = 1 - p: Feldman, McMillan and Talwar (2021), Theorem 3.2.
 *   <li>{@link #randomizedResponse} over k options: another report is uniform with probability k / (e<sup>&epsilon;0</sup>
 *       + k - 1), else it is true, and a reader is given which are true; see {@link BlanketReports}. p =
 *       e<sup>&epsilon;0</sup> / (e<sup>&epsilon;0</sup> + k - 1), q = 1 / (e<sup>&epsilon;0</sup> + k - 1), and else the own
 *       report is neither. Source: derived here. The number of true reports must be given: a bound that only counts the
 *       reports which are one of the two values, and neither tells nor needs how many are true, is not one. With 3 options,
 *       &epsilon;<sub>0</sub> = 2, and one other report whose value is one of the two, &delta; at &epsilon; = 1.9 is 0.0589, and
 *       that sum 0.0080; a test computes both.
 * </ul>
 *
 * <p>It holds for honest senders alone, and not towards those who see reports one by one. Results are rounded up.
 */
public final class ShuffleAmplification {

    private static final double PRECISION = 1e-6;

    /**
     * A bound on what continued fractions, exponentials and sums lose. No term of a sum is a difference of almost equal numbers
     * but for the tail, which leaves at least 1 part in 1000 of what it is taken off. So each loses less than 1e-10.
     */
    private static final double LOST = 1e-8;

    private final double epsilon0;
    private final ShuffledPair pair;

    private ShuffleAmplification(double epsilon0, ShuffledPair pair) {
        this.epsilon0 = epsilon0;
        this.pair = pair;
    }

    /**
     * Reports of any mechanism.
     *
     * @param epsilon0 the loss of each report, from 1e-6 to 50
     * @param reports n, the reports of honest senders, from 1 to 2<sup>31</sup> - 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static ShuffleAmplification cloned(double epsilon0, long reports) {
        double odds = 1 / StrictMath.expm1(checked(epsilon0, reports));
        BinomialWeights clones = new BinomialWeights((int) reports - 1, odds);
        return new ShuffleAmplification(epsilon0, new ClonedReports(clones, epsilon0, 2));
    }

    /**
     * Reports of randomized response.
     *
     * @param epsilon0 the loss of each report, from 1e-6 to 50
     * @param reports n, the reports of honest senders, from 1 to 2<sup>31</sup> - 1
     * @param options k, at least 2
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static ShuffleAmplification randomizedResponse(double epsilon0, long reports, int options) {
        Require.atLeast("options", options, 2);
        checked(epsilon0, reports);
        int others = (int) reports - 1;
        return new ShuffleAmplification(
                epsilon0, options == 2 ? twoOptions(others, epsilon0) : new BlanketReports(others, options, epsilon0));
    }

    /** Every uniform report is one of the two values. */
    private static ShuffledPair twoOptions(int others, double epsilon0) {
        return new ClonedReports(new BinomialWeights(others, 2 / StrictMath.expm1(epsilon0)), epsilon0, 2);
    }

    private static double checked(double epsilon0, long reports) {
        Require.count("reports", reports);
        return Require.holds(epsilon0 >= 1e-6 && epsilon0 <= 50, "epsilon0", "between 1e-6 and 50", epsilon0);
    }

    /**
     * The &delta; of the multiset for an &epsilon;, rounded up.
     *
     * @param epsilon &epsilon; in nats, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} is negative or infinite
     */
    public double delta(double epsilon) {
        Require.notNegative("epsilon", epsilon);
        return epsilon >= epsilon0 ? 0 : Math.min(1, pair.divergence(epsilon, 1) * (1 + LOST));
    }

    /**
     * The smallest &epsilon; of the multiset for a &delta;, rounded up; never above that of one report.
     *
     * @param delta &delta;, from 1e-30, below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code delta} is out of range
     */
    public double epsilon(double delta) {
        Require.holds(delta >= 1e-30 && delta < 1, "delta", "at least 1e-30 and below 1", delta);
        double enough = delta / (1 + LOST);
        if (pair.divergence(0, enough) <= enough) {
            return 0;
        }
        double low = 0;
        double high = epsilon0;
        while (high - low > PRECISION * high) {
            double middle = low + (high - low) / 2;
            boolean isEnough = pair.divergence(middle, enough) <= enough;
            low = isEnough ? low : middle;
            high = isEnough ? middle : high;
        }
        return high;
    }

    /**
     * An upper bound by a closed form, several times {@link #epsilon}: Feldman, McMillan and Talwar (2021), Theorem 3.1, as
     * the authors' program computes it. Where &epsilon;<sub>0</sub> is above ln(n / (16 ln(4 / &delta;))) the theorem says
     * nothing, and the bound is &epsilon;<sub>0</sub>.
     *
     * @param epsilon0 the loss of each report, from 1e-6 to 50
     * @param reports n, the reports of honest senders, from 1 to 2<sup>31</sup> - 1
     * @param delta &delta;, above 0 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static double closedForm(double epsilon0, long reports, double delta) {
        double odds = StrictMath.exp(checked(epsilon0, reports));
        double tail = StrictMath.log(4) - StrictMath.log(Require.probability("delta", delta));
        if (odds > reports / (16 * tail)) {
            return epsilon0;
        }
        double spread = 8 * Math.sqrt(odds * tail / reports) + 8 * odds / reports;
        double share = -StrictMath.expm1(-epsilon0) / (1 + StrictMath.exp(-epsilon0) / (1 + spread));
        return Math.min(epsilon0, Rounding.up(StrictMath.log1p(share * spread), Margin.FORMULA));
    }
}
