package dev.weir.accountant.learn.spectrum;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.exception.MaxCountExceededException;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;

/**
 * The directions in which noisy moments are largest: eigenvalues and eigenvectors, the largest first.
 *
 * <p><b>Guarantee.</b> Post-processing: it costs nothing beyond the noise in the moments.
 *
 * <p><b>Error.</b> Let e be a bound of the spectral norm of the error of the moments, which holds with probability 0.95. With the same
 * probability the following holds of all components. By Weyl's inequality no eigenvalue is off by more than e. Let v be a noisy
 * eigenvector of the noisy eigenvalue l, A the exact moments and E their error, and P the projection onto all exact eigenvectors but the
 * one of the same rank. As P (A - l) v = -P E v, and the other exact eigenvalues are at least g - e away from l, where g is the distance of
 * l from the next noisy ones, the sine |Pv| of the angle between v and the exact eigenvector is at most e / (g - e). The same bound,
 * with the gap behind the last of several, holds of the largest angle between the spaces that the first ones span: Davis and Kahan (1970).
 * Where the gap is at most 2 e, nothing is known of the direction, and the bound is 1.
 *
 * <p>If the moments are about means, an eigenvalue is divided by the noisy count n. The exact quotient q is at most the number of fields,
 * and at most (l + e) / (n - f), where f bounds the error of n; so the quotient is off by at most (e + q f) / n.
 *
 * @param components the components, the one with the largest eigenvalue first
 * @param subspaceSine the bound for the space that the components span; 0 if they are all there are
 */
public record PrincipalComponents(List<Component> components, double subspaceSine) {

    /** How much smaller than the largest an element is that decides the sign as well, so that rounding does not. */
    private static final double NEARLY = 1 - 1e-9;

    public PrincipalComponents {
        components = List.copyOf(components);
    }

    /**
     * A component.
     *
     * @param value the eigenvalue: the variance along the direction, or a sum of squares if the moments are about 0; noise can make it
     *     negative
     * @param error a bound of its error
     * @param share its part of the sum of all eigenvalues above 0; 0 if it is not above 0
     * @param direction a vector of length 1 whose largest element is positive; of elements of one size the first
     * @param sine a bound of the sine of the angle between the direction and the exact one, at most 1
     */
    public record Component(double value, double error, double share, double[] direction, double sine) {}

    /**
     * Computes components.
     *
     * @param moments the noisy moments
     * @param count how many components, from 1 to the number of fields
     * @return the components; empty if all moments are 0, so that there is no direction
     */
    public static Optional<PrincipalComponents> of(NoisyCovariance moments, int count) {
        double largest = 0;
        double[][] scaled = new double[moments.size()][moments.size()];
        for (int i = 0; i < scaled.length; i++) {
            for (int j = 0; j < scaled.length; j++) {
                largest = Math.max(largest, Math.abs(moments.moment(i, j)));
            }
        }
        for (int i = 0; largest > 0 && i < scaled.length; i++) {
            for (int j = 0; j < scaled.length; j++) {
                scaled[i][j] = moments.moment(i, j) / largest;
            }
        }
        if (largest == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(moments, count, new Spectrum(scaled, largest)));
        } catch (MaxCountExceededException e) {
            return Optional.empty(); // the library's iteration did not end; no matrix is known for which it does not
        }
    }

    private static PrincipalComponents of(NoisyCovariance moments, int count, Spectrum spectrum) {
        double error = moments.norm95();
        double positive = spectrum.positive();
        List<Component> components = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double value = spectrum.value(i);
            double gap = Math.min(spectrum.gap(i - 1), spectrum.gap(i));
            components.add(new Component(
                    moments.count() > 0 ? value / moments.count() : value,
                    moments.count() > 0 ? quotientError(moments, value) : error,
                    positive > 0 ? Math.max(0, value) / positive : 0,
                    spectrum.direction(i),
                    sine(error, gap)));
        }
        return new PrincipalComponents(components, sine(error, spectrum.gap(count - 1)));
    }

    private static double quotientError(NoisyCovariance moments, double value) {
        double error = moments.norm95();
        double ofCount = moments.noise().norm95();
        double left = moments.count() - ofCount;
        double most = left > 0 ? Math.min(moments.size(), (Math.abs(value) + error) / left) : moments.size();
        return (error + most * ofCount) / moments.count();
    }

    private static double sine(double error, double gap) {
        return gap > 2 * error ? error / (gap - error) : error == 0 && gap > 0 ? 0 : 1;
    }

    /** Eigenvalues and eigenvectors in the order of the eigenvalues. */
    private static final class Spectrum {

        private final EigenDecomposition found;
        private final double scale;
        private final List<Integer> order = new ArrayList<>();

        Spectrum(double[][] scaled, double scale) {
            this.found = new EigenDecomposition(new Array2DRowRealMatrix(scaled, false));
            this.scale = scale;
            for (int i = 0; i < scaled.length; i++) {
                order.add(i);
            }
            order.sort(Comparator.comparingDouble(i -> -found.getRealEigenvalue(i)));
        }

        double value(int rank) {
            return found.getRealEigenvalue(order.get(rank)) * scale;
        }

        /** How far an eigenvalue is above the next; infinite before the first and after the last. */
        double gap(int rank) {
            return rank < 0 || rank == order.size() - 1 ? Double.POSITIVE_INFINITY : value(rank) - value(rank + 1);
        }

        double positive() {
            double sum = 0;
            for (int i = 0; i < order.size(); i++) {
                sum += Math.max(0, value(i));
            }
            return sum;
        }

        double[] direction(int rank) {
            double[] vector = found.getEigenvector(order.get(rank)).toArray();
            double largest = 0;
            for (double element : vector) {
                largest = Math.max(largest, Math.abs(element));
            }
            int first = 0;
            while (Math.abs(vector[first]) < NEARLY * largest) {
                first++;
            }
            double sign = Math.signum(vector[first]);
            for (int i = 0; i < vector.length; i++) {
                vector[i] = sign * vector[i] + 0.0;
            }
            return vector;
        }
    }
}
