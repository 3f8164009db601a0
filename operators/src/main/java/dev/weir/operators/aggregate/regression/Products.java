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
 * A block of the products z<sub>i</sub> z<sub>j</sub>, i &le; j, of the coordinates of a record's vector z. The totals are, row by row, the
 * upper triangle of S, the sum of z z<sup>T</sup> over all records.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Mechanism: rounded Gaussian noise, of parameter
 * sigma on the diagonal and sigma / &radic;2 off it. So the variance factors are 1 and 1/2. Sensitivity: the sum of a record's squared
 * products, each divided by its variance factor, is &Sigma; z<sub>i</sub><sup>4</sup> + 2 &Sigma;<sub>i&lt;j</sub> z<sub>i</sub>&sup2;
 * z<sub>j</sub>&sup2; = |z|<sup>4</sup>, a whole number. This is the squared Frobenius norm of z z<sup>T</sup>. The squared Frobenius norm
 * of a unit's total is at most (&Sigma; |z|&sup2;)&sup2;, by the triangle inequality. Charge: the growth of this bound, computed by {@link
 * dev.weir.accountant.mechanism.BlockGrowth}, whose roots are exact here, because each size is a square. Equal noise on all products would
 * be &radic;2 larger off the diagonal for the same price. Source: derived here.
 *
 * <p>State: for each key and open window 8 (d + 1) d / 2 bytes, where d is the number of coordinates of z, at most 4 488 bytes. For each
 * unit and open cell 8 or 16 bytes.
 */
sealed interface Products extends Block permits SecondMoments, Regression, SpectralProducts {

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
     * Returns the symmetric matrix that has the given upper triangle.
     *
     * @param triangle the array with the triangle, row by row
     * @param at the index of the triangle's first element
     * @param length how many rows the matrix has
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

    /** The variance factors: 1 on the diagonal, 1/2 off it. */
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
     * The deviation of the noise off the diagonal. If z has a single coordinate, there are no products off the diagonal; the result is then
     * the deviation that they would have.
     */
    default double deviationOff(double[] stddevs, int at) {
        return words() > 1 ? stddevs[at + 1] : stddevs[at] * Math.sqrt(HALF.toDouble());
    }

    /**
     * Further facts for the card, by name.
     *
     * @param noise the noise of the products on the diagonal
     */
    default Map<String, Object> facts(AdditiveNoise noise) {
        return Map.of();
    }

    /**
     * The accuracy of the products on the diagonal, for scaled features shortened to a length of 1 and the scaled label, then the accuracy
     * of the products off the diagonal.
     */
    @Override
    default List<Accuracy> accuracy(AdditiveNoise noise) {
        double step = 1.0 / (RecordVector.STEPS * RecordVector.STEPS);
        Map<String, Object> derived = new LinkedHashMap<>();
        derived.put("off-diagonal", Map.of("stddev", noise.times(HALF).stddev() * step));
        derived.putAll(facts(noise));
        return accuracy(
                noise, BigDecimal.valueOf(step), BigDecimal.valueOf(records().longest()), derived);
    }
}
