package dev.weir.accountant.noise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Compares draws with a distribution: mean, second moment and {@link GoodnessOfFit} in cells that expect at least 20 draws.
 *
 * <p>A sampler of the right distribution fails one check with probability below 2e-9. The normal tail beyond 7 standard
 * errors is 3e-12 on both sides; for the most skewed mean here, that of 10 000 squares of Laplace noise, it is exp(7&sup3;
 * 6.6 / (6 &middot; 100)) = 43 times as much (Cram&eacute;r). The frequencies of the cells have a p-value below 1e-9 with at most that
 * probability. Two hundred checks fail by chance less than once in a million runs.
 */
final class DistributionCheck {

    private static final double STANDARD_ERRORS = 7;
    private static final double P_VALUE = 1e-9;
    private static final double LEAST_EXPECTED = 20;

    private DistributionCheck() {}

    /** Describes how the draws deviate from the distribution; empty if they agree. */
    static List<String> complaints(ExpectedDistribution distribution, int size, LongSupplier draws) {
        double[] sample = new double[size];
        Arrays.setAll(sample, i -> (double) draws.getAsLong());
        List<String> complaints = new ArrayList<>();
        double mean = Arrays.stream(sample).average().orElseThrow();
        double second = Arrays.stream(sample).map(x -> x * x).average().orElseThrow();
        check("mean", mean / Math.sqrt(distribution.variance() / size), complaints);
        double spread =
                Math.sqrt((distribution.fourthMoment() - distribution.variance() * distribution.variance()) / size);
        check("variance", (second - distribution.variance()) / spread, complaints);
        double p = pValue(distribution, sample);
        if (p < P_VALUE) {
            complaints.add("p of the cells = " + p);
        }
        return complaints;
    }

    private static void check(String what, double z, List<String> complaints) {
        if (!(Math.abs(z) < STANDARD_ERRORS)) {
            complaints.add(what + " z = " + z);
        }
    }

    private static double pValue(ExpectedDistribution distribution, double[] sample) {
        double[] edges = edges(distribution, sample.length);
        long[] counts = new long[edges.length + 1];
        for (double x : sample) {
            int at = Arrays.binarySearch(edges, x);
            counts[at >= 0 ? at + 1 : -at - 1]++;
        }
        double[] cells = IntStream.rangeClosed(0, edges.length)
                .mapToDouble(i -> cell(distribution, edges, i))
                .toArray();
        return GoodnessOfFit.pValue(cells, counts);
    }

    /** Returns the probability of the cell below edge i, or beyond the last edge. */
    private static double cell(ExpectedDistribution distribution, double[] edges, int i) {
        double from = i == 0 ? Double.NEGATIVE_INFINITY : edges[i - 1];
        double to = i == edges.length ? Double.POSITIVE_INFINITY : edges[i];
        return distribution.between(from, to);
    }

    /**
     * Returns the edges of cells. They are at multiples of scale / 8, or at every integer if that is wider, as long as a cell
     * expects enough draws.
     */
    private static double[] edges(ExpectedDistribution distribution, int size) {
        TreeSet<Double> edges = new TreeSet<>();
        for (int i = -400; i <= 400; i++) {
            edges.add(distribution.scale() < 8 ? (double) i : Math.rint(i * distribution.scale() / 8));
        }
        List<Double> kept = new ArrayList<>();
        double last = Double.NEGATIVE_INFINITY;
        for (double edge : edges) {
            if (size * distribution.between(last, edge) >= LEAST_EXPECTED
                    && size * distribution.between(edge, Double.POSITIVE_INFINITY) >= LEAST_EXPECTED) {
                kept.add(edge);
                last = edge;
            }
        }
        return kept.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
