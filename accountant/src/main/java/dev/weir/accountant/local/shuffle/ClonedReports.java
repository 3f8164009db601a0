package dev.weir.accountant.local.shuffle;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.util.ContinuedFraction;

/**
 * The hockey-stick divergence of {@link ShuffleAmplification}: of the numbers of reports that look like the one and the other of
 * two values from the same with the values exchanged. C clones toss a coin; the own report looks like its value with
 * probability p, like the other value with q, else like neither, with probability u.
 *
 * <p><b>Method.</b> Let both numbers add up to c + 1. Either c clones and the own report are among them, or c + 1 clones. With w
 * the distribution of C, b the probabilities of a binomial (c, 1/2) number, and h = u w(c+1) / (2 w(c)), the first number is a
 * with probability w(c) ((p + h) b(a-1) + (q + h) b(a)), because a binomial (c + 1, 1/2) number is one more coin. With the
 * values exchanged p and q are exchanged. As b(a-1) / b(a) = a / (c + 1 - a), the first probability exceeds e<sup>&epsilon;</sup>
 * times the second where a &gt; (c + 1) t, t = (e<sup>&epsilon;</sup> (p + h) - (q + h)) / ((p - q)(1 + e<sup>&epsilon;</sup>)).
 * With s the smallest such a and S(s) the probability of s and more, the sum of the excess is w(c) times ((p + h) -
 * e<sup>&epsilon;</sup> (q + h)) b(s-1) - (e<sup>&epsilon;</sup> - 1)(p + q + 2 h) S(s). S(s) / b(s) is half of the continued
 * fraction of the incomplete beta function at 1/2, which converges because s is above c / 2.
 *
 * <p>1 - t is X / ((p - q)(1 + e<sup>&epsilon;</sup>)) with X = (p + h) - e<sup>&epsilon;</sup>
 * (q + h), and s is at most c + 1 as long as X is above 0, however little. Near &epsilon;<sub>0</sub> the difference p -
 * e<sup>&epsilon;</sup> q has few digits; p (1 - e<sup>&epsilon; - &epsilon;0</sup>), which is the same, has all of them. What is
 * subtracted from that for h is rounded down, by more than both can be wrong.
 *
 * <p><b>Bound.</b> For fixed h the excess over w(c) does not increase with c, because one clone more is the toss of one more
 * coin; it does not increase with h, and h decreases with c. So a run of values of c is counted by the smallest c with the h of
 * the largest. It is at most 1, which is what values of c that are left out count for.
 */
final class ClonedReports implements ShuffledPair {

    private static final int MOST_RUNS = 20_000;
    private static final double LEFT_OUT = 1e-8;
    private static final double CONVERGED = 1e-14;
    /** A bound that need not be tight. */
    private static final double NEGLIGIBLE = 1e-40;

    private static final int MOST_TERMS = 1_000_000;

    private final BinomialWeights clones;
    private final int run;
    private final double epsilon0;
    private final double right;
    private final double wrong;
    private final double neither;
    private final double gap;

    /**
     * The clones of one report.
     *
     * @param clones the distribution of C
     * @param epsilon0 the loss of the own report, ln(p / q), above 0
     * @param options k, at least 2, of which the own report has one: q is 1 / (e<sup>&epsilon;0</sup> + k - 1)
     */
    ClonedReports(BinomialWeights clones, double epsilon0, int options) {
        double odds = StrictMath.exp(epsilon0);
        double total = odds + (options - 1);
        this.clones = clones;
        this.epsilon0 = epsilon0;
        this.run = 1 + clones.size() / MOST_RUNS;
        this.right = odds / total;
        this.wrong = 1 / total;
        this.neither = (options - 2) / total;
        this.gap = StrictMath.expm1(epsilon0) / total;
    }

    /** Values of c are taken from the middle outwards. */
    @Override
    public double divergence(double epsilon, double enough) {
        double sum = BinomialWeights.LEFT_OUT;
        int up = clones.middle();
        int down = up;
        while (sum <= enough && (up < clones.size() || down > 0)) {
            if (clones.before(down) + clones.from(up) <= LEFT_OUT * sum) {
                return sum + clones.before(down) + clones.from(up);
            }
            int nextUp = Math.min(clones.size(), up + run);
            int nextDown = Math.max(0, down - run);
            sum += excess(up, nextUp, epsilon) + excess(nextDown, down, epsilon);
            up = nextUp;
            down = nextDown;
        }
        return sum;
    }

    /** The bound on the excess of a run of places; 0 for an empty run. */
    private double excess(int start, int end, double epsilon) {
        if (start == end) {
            return 0;
        }
        double hidden = neither / 2 * clones.ratio(end - 1);
        double growth = StrictMath.expm1(epsilon);
        double own = right * -StrictMath.expm1(epsilon - epsilon0);
        double most = own - Rounding.down(growth * hidden, Margin.FORMULA);
        return most <= 0 ? 0 : clones.between(start, end) * excess(clones.number(start), hidden, growth, most);
    }

    /** The excess over w(c), of which {@code most} is X and {@code growth} e<sup>&epsilon;</sup> - 1. */
    private double excess(int c, double hidden, double growth, double most) {
        double threshold = (c + 1.0) - (c + 1.0) * (most / (gap * (2 + growth)));
        int first = (int) Math.min(c + 1.0, Math.floor(threshold) + 1);
        double before = StrictMath.exp(new BinomialDistribution(null, c, 0.5).logProbability(first - 1));
        if (before < NEGLIGIBLE) {
            return before;
        }
        double tail = growth == 0 ? 0 : before * (c + 1.0 - first) / first * tailRatio(first, c);
        double more = growth * (right + wrong + 2 * hidden) * tail;
        return Math.max(0, most * before - more);
    }

    /** The ratio of the probabilities of {@code first} and more and of {@code first}, which is above c / 2. */
    private static double tailRatio(int first, int c) {
        return first > c ? 0 : 0.5 / new BetaFraction(first, c - first + 1.0).evaluate(0.5, CONVERGED, MOST_TERMS);
    }

    /** The denominators of the continued fraction of the incomplete beta function: Abramowitz and Stegun (1964), 26.5.8. */
    private static final class BetaFraction extends ContinuedFraction {

        private final double a;
        private final double b;

        BetaFraction(double a, double b) {
            this.a = a;
            this.b = b;
        }

        @Override
        protected double getA(int n, double x) {
            return 1;
        }

        @Override
        protected double getB(int n, double x) {
            double m = n >> 1;
            return (n & 1) == 0
                    ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
                    : -((a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
        }
    }
}
