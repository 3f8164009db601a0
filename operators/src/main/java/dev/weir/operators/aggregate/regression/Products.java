package dev.weir.operators.aggregate.regression;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A block of the products z<sub>i</sub> z<sub>j</sub> of records' vectors, i &le; j, row by row: the upper triangle of their sum S of z
 * z<sup>T</sup>.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Mechanism: rounded Gaussian noise, of
 * parameter sigma on the diagonal and sigma / &radic;2 off it, which are variance factors of 1 and 1/2. Sensitivity: the squared
 * size of a record's products, each divided by its factor, is &Sigma; z<sub>i</sub><sup>4</sup> + 2 &Sigma;<sub>i&lt;j</sub>
 * z<sub>i</sub>&sup2; z<sub>j</sub>&sup2; = |z|<sup>4</sup>, a whole number. That is the squared Frobenius norm of z z<sup>T</sup>;
 * that of a unit's total is at most (&Sigma; |z|&sup2;)&sup2; by the triangle inequality. Charge: the growth of that number, by
 * {@link dev.weir.accountant.mechanism.BlockGrowth}, whose roots are exact here, because each size is a square. Equal noise on
 * all products would be &radic;2 larger off the diagonal for the same price. Source: derived here.
 *
 * <p>State: 8 (d + 1) d / 2 bytes for z of d coordinates, key and open window, at most 4 488; for each unit and open cell 8 or 16.
 */
sealed interface Products extends Block permits SecondMoments, Regression {

    Ratio HALF = new Ratio(BigInteger.ONE, BigInteger.TWO);

    /** The map from records to vectors z. */
    RecordVector records();

    @Override
    default int fields() {
        return records().reads();
    }

    @Override
    default int words() {
        return records().length();
    }

    @Override
    default void encode(BigDecimal[] values, int from, long[] words, int at) {
        records().encode(values, from, words, at);
    }

    @Override
    default int coordinates() {
        return words() * (words() + 1) / 2;
    }

    @Override
    default void vector(long[] words, int from, long[] products) {
        int to = 0;
        for (int i = from; i < from + words(); i++) {
            for (int j = i; j < from + words(); j++) {
                products[to++] = words[i] * words[j];
            }
        }
    }

    /** @throws IllegalArgumentException if the noise is not Gaussian */
    @Override
    default BigInteger fullSize(Norm norm) {
        if (norm != Norm.SQUARED_L2) {
            throw new IllegalArgumentException(
                    "features must go with a budget of Gaussian noise: give it a delta, or a rho");
        }
        return BigInteger.valueOf(records().longest()).pow(2);
    }

    /**
     * The symmetric matrix of an upper triangle.
     *
     * @param triangle the array with the triangle, row by row
     * @param at the index of its first element
     * @param length how many rows it has
     */
    static double[][] symmetric(long[] triangle, int at, int length) {
        double[][] matrix = new double[length][length];
        int next = at;
        for (int i = 0; i < length; i++) {
            for (int j = i; j < length; j++) {
                matrix[i][j] = triangle[next++];
                matrix[j][i] = matrix[i][j];
            }
        }
        return matrix;
    }

    /** The factors: 1 on the diagonal, 1/2 off it. */
    @Override
    default List<Ratio> noiseFactors() {
        List<Ratio> factors = new ArrayList<>();
        for (int row = words(); row > 0; row--) {
            factors.add(Ratio.ONE);
            for (int i = 1; i < row; i++) {
                factors.add(HALF);
            }
        }
        return factors;
    }

    /**
     * The deviation of the noise off the diagonal. For a single coordinate, which has no such products, it is the value
     * that it would have.
     */
    default double deviationOff(double[] stddevs, int at) {
        return words() > 1 ? stddevs[at + 1] : stddevs[at] * Math.sqrt(HALF.toDouble());
    }

    /**
     * The accuracy of the products on the diagonal, for scaled features shortened to a length of 1 and the scaled
     * label; then that of the products off the diagonal.
     */
    @Override
    default List<Accuracy> accuracy(AdditiveNoise noise) {
        double step = 1.0 / (RecordVector.STEPS * RecordVector.STEPS);
        Map<String, Object> derived = new LinkedHashMap<>();
        derived.put("off-diagonal", Map.of("stddev", noise.times(HALF).stddev() * step));
        return accuracy(
                noise, BigDecimal.valueOf(step), BigDecimal.valueOf(records().longest()), derived);
    }
}
