package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.LevelShape;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;

/** Least squares with dense matrices: the table of base cells whose sums fit the measured nodes best, and their covariance. */
record DenseEstimates(RealMatrix estimator, RealMatrix sums) {

    static DenseEstimates of(LevelShape shape, double... noise) {
        RealMatrix sums = MatrixUtils.createRealMatrix(shape.nodes(), (int) shape.cells());
        RealMatrix weighted = sums.copy();
        double[] weights = new double[shape.nodes()];
        for (int level = 0; level < shape.levels(); level++) {
            for (int node = shape.start(level); node < shape.start(level + 1); node++) {
                weights[node] = Double.isNaN(noise[level]) ? 0 : 1 / Math.sqrt(noise[level]);
            }
            for (int cell = 0; cell < shape.cells(); cell++) {
                int row = shape.start(level) + shape.node(level, cell);
                sums.setEntry(row, cell, 1);
                weighted.setEntry(row, cell, weights[row]);
            }
        }
        RealMatrix inverse =
                new SingularValueDecomposition(weighted).getSolver().getInverse();
        return new DenseEstimates(sums.multiply(inverse).multiply(MatrixUtils.createRealDiagonalMatrix(weights)), sums);
    }

    double[] estimates(double... noisy) {
        return estimator.operate(noisy);
    }

    double variance(int node, LevelShape shape, double... noise) {
        double sum = 0;
        for (int level = 0; level < shape.levels(); level++) {
            for (int at = shape.start(level); at < shape.start(level + 1); at++) {
                double part = estimator.getEntry(node, at);
                sum += Double.isNaN(noise[level]) ? 0 : part * part * noise[level];
            }
        }
        return sum;
    }
}
