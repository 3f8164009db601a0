package dev.weir.jobs.demo.attacks.kind;

import dev.weir.accountant.learn.RidgeModel;
import java.util.Optional;

/** The weights of a linear regression, in thousandths, from exact sums of products. */
final class Weights {

    private Weights() {}

    /**
     * The weights of least squares; 0 each if the products do not determine them.
     *
     * @param products the upper triangle of the matrix of the sums of products, row by row; the label has the last row
     * @param features how many features there are
     */
    static long[] of(long[] products, int features) {
        double[][] moments = new double[features + 1][features + 1];
        int next = 0;
        for (int i = 0; i <= features; i++) {
            for (int j = i; j <= features; j++) {
                moments[i][j] = products[next++];
                moments[j][i] = moments[i][j];
            }
        }
        Optional<RidgeModel> model = RidgeModel.of(moments, 0);
        long[] weights = new long[features];
        for (int i = 0; i < features; i++) {
            double[] one = new double[features];
            one[i] = 1000;
            weights[i] = model.map(found -> Math.round(found.value(one))).orElse(0L);
        }
        return weights;
    }
}
