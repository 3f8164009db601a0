package dev.weir.accountant.local.shuffle;

import java.util.ArrayList;
import java.util.List;

/**
 * The divergence of {@link ShuffleAmplification} for randomized response over more than two options.
 *
 * <p><b>Method.</b> Each other report is uniform with probability &gamma; = k / (e<sup>&epsilon;0</sup> + k - 1), else true, and
 * a reader is given which are true. B, the number of the others, is binomial (n - 1, &gamma;), and of B reports 2 / k are one of
 * the two values: {@link ClonedReports}. Where the own report is neither of the two, it is uniform among the other options, as
 * the uniform reports there are, so that only the number of those that are one of the two says so.
 *
 * <p><b>Bound.</b> The divergence does not increase with B, because one uniform report more is computed from the others by a
 * draw of its own. So a run of values of B is counted by the divergence of its smallest.
 */
final class BlanketReports implements ShuffledPair {

    /** More runs make the bound tighter. Few are enough where B varies little, which is where each is much work. */
    private static final int MANY_RUNS = 512;

    private static final int FEW_RUNS = 64;
    private static final int MANY_REPORTS = 15_000;
    private static final double NEGLIGIBLE = 1e-8;

    /** A run of numbers of uniform reports: its probability, and the pair at its smallest number. */
    private record Run(double probability, ShuffledPair pair) {}

    private final List<Run> runs = new ArrayList<>();

    /**
     * The pair of n reports.
     *
     * @param others n - 1, at least 0
     * @param options k, at least 3
     * @param epsilon0 &epsilon;<sub>0</sub>, above 0
     */
    BlanketReports(int others, int options, double epsilon0) {
        BinomialWeights uniform = new BinomialWeights(others, options / StrictMath.expm1(epsilon0));
        int length = 1 + uniform.size() / (others < MANY_REPORTS ? MANY_RUNS : FEW_RUNS);
        for (int i = 0; i < uniform.size(); i += length) {
            BinomialWeights clones = new BinomialWeights(uniform.number(i), 2.0 / (options - 2));
            runs.add(new Run(uniform.between(i, i + length), new ClonedReports(clones, epsilon0, options)));
        }
        runs.sort((one, other) -> Double.compare(other.probability, one.probability));
    }

    /** The most probable runs come first. One that is too improbable to matter is counted as if it told all. */
    @Override
    public double divergence(double epsilon, double enough) {
        double sum = BinomialWeights.LEFT_OUT;
        for (Run run : runs) {
            if (sum > enough) {
                return sum;
            }
            boolean isNegligible = run.probability <= NEGLIGIBLE * sum;
            sum += run.probability
                    * (isNegligible ? 1 : run.pair.divergence(epsilon, (enough - sum) / run.probability));
        }
        return sum;
    }
}
