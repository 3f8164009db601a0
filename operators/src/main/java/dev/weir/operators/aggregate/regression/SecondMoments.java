package dev.weir.operators.aggregate.regression;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sums of the products of each pair of scaled fields, and the sums of the squares of each scaled field.
 * Correlations, principal components and linear models can be computed from these sums at no further cost. The upper
 * triangle of their matrix is released, row by row.
 *
 * <p><b>Guarantee.</b> The guarantee is that of {@code Products}. Noise is Gaussian, and the charge of a record depends
 * on |z|&sup2;, where z is its scaled vector.
 *
 * <p><b>Error.</b> The error is the noise. In steps, its deviation is the same for all products off the diagonal, and
 * &radic;2 times as large on the diagonal.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param records the fields and their scaling
 */
public record SecondMoments(String name, BigDecimal weight, RecordVector records) implements Products {

    private static final int SECOND_MOMENTS = 15;
    private static final BigInteger SQUARED_STEPS =
            BigInteger.valueOf(RecordVector.STEPS).pow(2);

    /** @throws IllegalArgumentException if the weight is not above 0 */
    public SecondMoments {
        Block.requirePositive(weight);
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, SECOND_MOMENTS)
                .put(2, name)
                .put(3, weight)
                .put(4, records.identity());
    }

    @Override
    public SecondMoments weighing(BigDecimal other) {
        return new SecondMoments(name, other, records);
    }

    /**
     * Returns the estimates for scaled fields, with 15 digits. Features have been divided by the radius, so they are
     * multiplied by the radius here.
     */
    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        List<List<BigDecimal>> moments = new ArrayList<>();
        List<List<Double>> deviations = new ArrayList<>();
        int next = at;
        for (int i = 0; i < words(); i++) {
            List<BigDecimal> row = new ArrayList<>();
            List<Double> errors = new ArrayList<>();
            for (int j = i; j < words(); j++) {
                BigDecimal step = records.step(i).multiply(records.step(j));
                row.add(Estimate.quotient(BigInteger.valueOf(measured[next]), SQUARED_STEPS, step));
                errors.add(
                        Estimate.printed(stddevs[next] * step.doubleValue() / RecordVector.STEPS / RecordVector.STEPS));
                next++;
            }
            moments.add(row);
            deviations.add(errors);
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("fields", records.names());
        fields.put("moments", moments);
        fields.put("stddev", deviations);
        return List.of(new Estimate(name, fields));
    }

    /**
     * The expectation for the product with the most noise of all products off the diagonal. This is a product of two
     * features or, if the radius is below 1 or there is only one feature, of a feature and the label. If there is a
     * single coordinate, the expectation is for its square.
     */
    @Override
    public List<Expectation> expectations() {
        int second = Math.min(1, words() - 1);
        BigDecimal most = records.step(second).max(records.step(words() - 1));
        double step = records.step(0).multiply(most).doubleValue() / SQUARED_STEPS.doubleValue();
        Ratio factor = noiseFactors().get(second);
        return List.of(Expectation.ofNumber(
                name, "of one product", noise -> noise.times(factor).stddev() * step));
    }
}
