package dev.weir.operators.aggregate.regression;

import dev.weir.accountant.learn.spectrum.NoisyCorrelation;
import dev.weir.accountant.learn.spectrum.NoisyCovariance;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The correlations of every two scaled fields. They are computed from their noisy second moments about the means.
 *
 * <p><b>Guarantee.</b> The guarantee is that of {@code Products}. The correlations are post-processing of the noisy products.
 *
 * <p><b>Error.</b> {@link NoisyCorrelation} gives the deviation that is due to noise, to first order, and an interval from the bound of the
 * spectral norm of the noise. The card states that bound. If exact moments are revealed, both are exact.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param records the features, among them the constant and at least two others, without a label
 */
public record Correlations(String name, BigDecimal weight, RecordVector records) implements SpectralProducts {

    private static final int CORRELATIONS = 41;
    private static final int FEWEST = 3;

    /** @throws IllegalArgumentException if a component is not as described */
    public Correlations {
        Block.requirePositive(weight);
        if (!records.features().contains(Feature.CONSTANT)) {
            throw new IllegalArgumentException("features must have a constant: correlations are about the means");
        }
        if (records.features().size() < FEWEST) {
            throw new IllegalArgumentException("features must have two fields beside the constant");
        }
        SpectralProducts.requireNoLabel(records);
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, CORRELATIONS)
                .put(2, name)
                .put(3, weight)
                .put(4, records.identity());
    }

    @Override
    public Correlations weighing(BigDecimal other) {
        return new Correlations(name, other, records);
    }

    /**
     * Returns, row by row, the triangles above the diagonal: of d fields the first row has d - 1 elements, the last one. An element is null
     * where a noisy variance is not above 0.
     */
    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        Optional<NoisyCovariance> moments = NoisyCovariance.aboutMeans(
                Products.symmetric(measured, at, words()),
                records.features().indexOf(Feature.CONSTANT),
                deviationOff(stddevs, at));
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("fields", readNames());
        fields.put("correlations", triangle(moments, found -> Estimate.decimal(found.value())));
        fields.put("stddev", triangle(moments, found -> Estimate.printed(found.stddev())));
        fields.put("low95", triangle(moments, found -> Estimate.printed(found.low())));
        fields.put("high95", triangle(moments, found -> Estimate.printed(found.high())));
        return List.of(new Estimate(name, fields));
    }

    private List<List<@Nullable Object>> triangle(
            Optional<NoisyCovariance> moments, Function<NoisyCorrelation, Object> number) {
        int size = records.features().size() - 1;
        List<List<@Nullable Object>> triangle = new ArrayList<>();
        for (int i = 0; i < size - 1; i++) {
            List<@Nullable Object> row = new ArrayList<>();
            for (int j = i + 1; j < size; j++) {
                int one = i;
                int other = j;
                row.add(moments.flatMap(each -> NoisyCorrelation.of(each, one, other))
                        .map(number)
                        .orElse(null));
            }
            triangle.add(row);
        }
        return triangle;
    }

    @Override
    public List<Expectation> expectations() {
        return List.of(
                Expectation.none(
                        name,
                        "it has no error that is known beforehand: that of a correlation follows from the released moments, and each row states it"));
    }
}
