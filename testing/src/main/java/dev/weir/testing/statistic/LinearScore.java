package dev.weir.testing.statistic;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
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
     * @param columns the columns
     * @param trials the worlds
     * @param isLearnt which worlds it learns from
     */
    static LinearScore of(double[][] columns, Trials trials, IntPredicate isLearnt) {
        int[] worlds = IntStream.range(0, trials.count()).filter(isLearnt).toArray();
        double[] centers = new double[columns.length];
        double[] scales = new double[columns.length];
        double[][] moved = new double[columns.length][worlds.length];
        double[] shifts = new double[columns.length];
        for (int i = 0; i < columns.length; i++) {
            ArmMeans means = ArmMeans.of(columns[i], trials, worlds);
            centers[i] = means.middle();
            scales[i] = means.scale(columns[i], worlds);
            shifts[i] = (means.with() - means.without()) / scales[i];
            moved[i] = means.residuals(columns[i], trials, worlds, scales[i]);
        }
        double[] weights = solve(covariance(moved), shifts);
        for (int i = 0; i < weights.length; i++) {
            weights[i] /= scales[i];
        }
        return new LinearScore(columns, centers, weights);
    }

    /**
     * A score in which all columns weigh the same, by their deviations: it learns one sign for each alone, so it is the better one
     * where the canary moves many numbers a little.
     *
     * @param columns the columns
     * @param trials the worlds
     * @param isLearnt which worlds it learns from
     */
    static LinearScore even(double[][] columns, Trials trials, IntPredicate isLearnt) {
        int[] worlds = IntStream.range(0, trials.count()).filter(isLearnt).toArray();
        double[] centers = new double[columns.length];
        double[] weights = new double[columns.length];
        for (int i = 0; i < columns.length; i++) {
            ArmMeans means = ArmMeans.of(columns[i], trials, worlds);
            centers[i] = means.middle();
            weights[i] = Math.signum(means.with() - means.without()) / means.scale(columns[i], worlds);
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
        double[] scores = new double[columns.length == 0 ? 0 : columns[0].length];
        Arrays.setAll(scores, world -> {
            double score = 0;
            for (int i = 0; i < columns.length; i++) {
                score += weights[i] * (columns[i][world] - centers[i]);
            }
            return score;
        });
        return scores;
    }

    /** The means of a column in both arms. */
    record ArmMeans(double with, double without) {

        static ArmMeans of(double[] column, Trials trials, int[] worlds) {
            double with = 0;
            double without = 0;
            int count = 0;
            for (int world : worlds) {
                boolean hasCanary = trials.hasCanary(world);
                with += hasCanary ? column[world] : 0;
                without += hasCanary ? 0 : column[world];
                count += hasCanary ? 1 : 0;
            }
            return new ArmMeans(with / count, without / (worlds.length - count));
        }

        double middle() {
            return (with + without) / 2;
        }

        /** The deviation of all entries from the middle, above 0. */
        double scale(double[] column, int[] worlds) {
            double squares = 0;
            for (int world : worlds) {
                double distance = column[world] - middle();
                squares += distance * distance;
            }
            return squares == 0 ? 1 : Math.sqrt(squares / worlds.length);
        }

        double[] residuals(double[] column, Trials trials, int[] worlds, double scale) {
            double[] residuals = new double[worlds.length];
            for (int i = 0; i < worlds.length; i++) {
                double mean = trials.hasCanary(worlds[i]) ? with : without;
                residuals[i] = (column[worlds[i]] - mean) / scale;
            }
            return residuals;
        }
    }
}
