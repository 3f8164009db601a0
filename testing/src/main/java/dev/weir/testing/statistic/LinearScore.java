package dev.weir.testing.statistic;

import dev.weir.testing.statistic.Trials.Part;
import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.RealMatrix;

/**
 * The linear function of what was published that best separates the worlds with the canary from those without: Fisher's
 * discriminant. Where the noise is Gaussian it is the logarithm of the likelihood ratio, whatever the correlation of the
 * noise; where numbers share noise, it finds the combination in which the noise cancels.
 */
final class LinearScore {

    /** Keeps the covariance invertible, as a part of the variance of each column. */
    private static final double RIDGE = 1e-9;

    private final double[][] columns;
    private final double[] centers;
    private final double[] weights;

    private LinearScore(double[][] columns, double[] centers, double[] weights) {
        this.columns = columns;
        this.centers = centers;
        this.weights = weights;
    }

    /**
     * Learns the score of some columns.
     *
     * @param columns the columns, at least one
     * @param trials the worlds, some of which serve for learning in each arm
     */
    static LinearScore of(double[][] columns, Trials trials) {
        double[] centers = new double[columns.length];
        double[] scales = new double[columns.length];
        double[][] residuals = new double[columns.length][];
        double[] shifts = new double[columns.length];
        for (int i = 0; i < columns.length; i++) {
            Arms arms = trials.arms(columns[i], Part.LEARNING);
            centers[i] = arms.middle();
            scales[i] = arms.scale();
            shifts[i] = (arms.meanWith() - arms.meanWithout()) / scales[i];
            residuals[i] = arms.residuals();
        }
        double[] weights = solve(covariance(residuals), shifts);
        for (int i = 0; i < weights.length; i++) {
            weights[i] /= scales[i];
        }
        return new LinearScore(columns, centers, weights);
    }

    /**
     * A score in which all columns weigh the same, by their deviations: it learns one sign for each alone, so it is the better one
     * where the canary moves many numbers a little.
     *
     * @param columns the columns, at least one
     * @param trials the worlds, some of which serve for learning in each arm
     */
    static LinearScore even(double[][] columns, Trials trials) {
        double[] centers = new double[columns.length];
        double[] weights = new double[columns.length];
        for (int i = 0; i < columns.length; i++) {
            Arms arms = trials.arms(columns[i], Part.LEARNING);
            centers[i] = arms.middle();
            weights[i] = Math.signum(arms.meanWith() - arms.meanWithout()) / arms.scale();
        }
        return new LinearScore(columns, centers, weights);
    }

    private static RealMatrix covariance(double[][] residuals) {
        int size = residuals.length;
        double[][] products = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int k = 0; k <= i; k++) {
                products[i][k] = product(residuals[i], residuals[k]);
                products[k][i] = products[i][k];
            }
            products[i][i] += RIDGE;
        }
        return new Array2DRowRealMatrix(products, false);
    }

    private static double product(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum / one.length;
    }

    private static double[] solve(RealMatrix covariance, double[] shifts) {
        return new CholeskyDecomposition(covariance, 1e-6, 1e-14)
                .getSolver()
                .solve(new ArrayRealVector(shifts, false))
                .toArray();
    }

    /** The scores of all worlds; higher with the canary. */
    double[] scores() {
        double[] scores = new double[columns[0].length];
        Arrays.setAll(scores, world -> {
            double score = 0;
            for (int i = 0; i < columns.length; i++) {
                score += weights[i] * (columns[i][world] - centers[i]);
            }
            return score;
        });
        return scores;
    }
}
