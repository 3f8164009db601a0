package dev.weir.accountant.learn;

import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;

/**
 * A ridge regression, solved from noisy second moments of d features and a label: w = A<sup>-1</sup> s, where A holds
 * the moments of the features plus lambda I, s the moments of the features with the label, and lambda = sigma &radic;d.
 *
 * <p><b>Guarantee.</b> Post-processing: it costs nothing beyond the noise in the moments.
 *
 * <p><b>Error.</b> Let N be the noise in the moments, a symmetric matrix with variance sigma&sup2; off the diagonal and
 * 2 sigma&sup2; on it. Its product with a vector v has the covariance sigma&sup2; (|v|&sup2; I + v v<sup>T</sup>). To
 * first order in the noise, w has the covariance sigma&sup2; A<sup>-1</sup> ((|w|&sup2; + 1) I + w w<sup>T</sup>)
 * A<sup>-1</sup>. This is the covariance due to the noise only; if the records are a sample, sampling error adds to it.
 * Source: derived here, and simulated for the golden vectors.
 */
public final class RidgeModel {

    /** The ratio of the smallest pivot to the largest element below which a matrix is taken to be singular. */
    private static final double SINGULAR = 1e-11;

    private final RealMatrix inverse;
    private final RealVector weights;
    private final double deviation;
    private final double ridge;

    private RidgeModel(RealMatrix inverse, RealVector weights, double deviation, double ridge) {
        this.inverse = inverse;
        this.weights = weights;
        this.deviation = deviation;
        this.ridge = ridge;
    }

    /**
     * Solves a model.
     *
     * @param moments the noisy moments, a symmetric matrix with one row more than there are features, at least two; the
     *     label has the last row and column
     * @param deviation sigma, the standard deviation of the noise off the diagonal; 0 for exact moments
     * @return the model; empty if the moments do not determine it
     */
    public static Optional<RidgeModel> of(double[][] moments, double deviation) {
        int features = moments.length - 1;
        double ridge = deviation * Math.sqrt(features);
        RealMatrix all = new Array2DRowRealMatrix(moments);
        RealMatrix shifted = all.getSubMatrix(0, features - 1, 0, features - 1)
                .add(MatrixUtils.createRealIdentityMatrix(features).scalarMultiply(ridge));
        double largest = largest(shifted);
        if (largest == 0) {
            return Optional.empty();
        }
        DecompositionSolver solver = new LUDecomposition(shifted.scalarMultiply(1 / largest), SINGULAR).getSolver();
        if (!solver.isNonSingular()) {
            return Optional.empty();
        }
        RealMatrix inverse = solver.getInverse().scalarMultiply(1 / largest);
        RealVector label = all.getColumnVector(features).getSubVector(0, features);
        return Optional.of(new RidgeModel(inverse, inverse.operate(label), deviation, ridge));
    }

    private static double largest(RealMatrix matrix) {
        double largest = 0;
        for (double[] row : matrix.getData()) {
            for (double element : row) {
                largest = Math.max(largest, Math.abs(element));
            }
        }
        return largest;
    }

    /** The ridge parameter lambda. */
    public double ridge() {
        return ridge;
    }

    /**
     * The value of a linear function of the weights.
     *
     * @param of the coefficients, one for each feature
     */
    public double value(double[] of) {
        return weights.dotProduct(new ArrayRealVector(of, false));
    }

    /**
     * The standard deviation of the noise in a linear function of the weights, to first order.
     *
     * @param of the coefficients, one for each feature
     */
    public double stddev(double[] of) {
        RealVector spread = inverse.operate(new ArrayRealVector(of, false));
        double along = weights.dotProduct(spread);
        double size = weights.dotProduct(weights) + 1;
        return deviation * Math.sqrt(size * spread.dotProduct(spread) + along * along);
    }
}
