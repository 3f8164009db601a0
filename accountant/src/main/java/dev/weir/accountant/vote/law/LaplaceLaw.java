package dev.weir.accountant.vote.law;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;

/**
 * The law of the winner under Laplace noise.
 *
 * <p>Between the numbers of votes of two labels the integrand is analytic. It is integrated there by Gauss-Legendre rules on pieces of at most one
 * scale of the noise.
 */
final class LaplaceLaw {

    private static final GaussIntegrator RULE = new GaussIntegratorFactory().legendreHighPrecision(24);
    /** Integrands are summed from here below to here above the most votes, in scales of the noise. */
    private static final int REACH = 40;

    private final double[] behind;

    LaplaceLaw(double[] counts, double gamma) {
        double most = Arrays.stream(counts).max().orElseThrow();
        this.behind = Arrays.stream(counts).map(count -> (most - count) * gamma).toArray();
    }

    double[] probabilities() {
        double[] sums = new double[behind.length];
        double[] edges = DoubleStream.concat(
                        IntStream.rangeClosed(-REACH, REACH).asDoubleStream(),
                        Arrays.stream(behind).map(b -> -b).filter(x -> x > -REACH))
                .sorted()
                .distinct()
                .toArray();
        for (int i = 1; i < edges.length; i++) {
            addPiece(edges[i - 1], edges[i], sums);
        }
        return sums;
    }

    private void addPiece(double low, double high, double[] sums) {
        double half = (high - low) / 2;
        for (int i = 0; i < RULE.getNumberOfPoints(); i++) {
            add(low + half * (1 + RULE.getPoint(i)), half * RULE.getWeight(i), sums);
        }
    }

    private void add(double x, double weight, double[] sums) {
        double log = 0;
        for (double b : behind) {
            log += below(x + b);
        }
        for (int i = 0; i < sums.length; i++) {
            double z = x + behind[i];
            double logDensity = -Math.abs(z) - StrictMath.log(2);
            sums[i] += weight * StrictMath.exp(log - below(z) + logDensity);
        }
    }

    /** The logarithm of the probability that noise is below z. */
    private static double below(double z) {
        return z < 0 ? z - StrictMath.log(2) : StrictMath.log1p(-StrictMath.exp(-z) / 2);
    }
}
