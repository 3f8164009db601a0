package dev.weir.operators.aggregate.regression;

import dev.weir.accountant.learn.RidgeModel;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A linear model that predicts one field from others. It is computed from their noisy second moments.
 *
 * <p><b>Guarantee.</b> The guarantee is that of {@code Products}. The model is post-processing of the noisy products.
 *
 * <p><b>Error.</b> {@link RidgeModel} computes the error that is due to the noise, from the noisy products. If exact
 * moments are revealed, the model is computed without a ridge.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param records the features and the label, which must not be null
 */
public record Regression(String name, BigDecimal weight, RecordVector records) implements Products {

    private static final int REGRESSION = 16;

    /**
     * @throws IllegalArgumentException if the weight is not above 0, there is no label, or a feature has the name of
     * the constant
     */
    public Regression {
        Block.requirePositive(weight);
        if (records.label() == null) {
            throw new IllegalArgumentException("label must be given");
        }
        if (records.features().stream().anyMatch(Regression::hasNameOfConstant)) {
            throw new IllegalArgumentException("features must not be called " + Feature.CONSTANT.name()
                    + ", as the value where all features are 0 is: give the feature another name");
        }
    }

    private static boolean hasNameOfConstant(Feature feature) {
        return feature.isRead() && feature.name().equals(Feature.CONSTANT.name());
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields().put(1, REGRESSION).put(2, name).put(3, weight).put(4, records.identity());
    }

    @Override
    public Regression weighing(BigDecimal other) {
        return new Regression(name, other, records);
    }

    /**
     * Returns the model in the units of the fields. If no vector is shortened, the label is about {@code constant} plus
     * the sum of each coefficient times its field. A field that is compared with a text counts as 1 where it equals the
     * text, else as 0. The released ridge applies to scaled features.
     */
    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        double[][] moments = Products.symmetric(measured, at, words());
        double deviation = deviationOff(stddevs, at);
        Optional<RidgeModel> model = RidgeModel.of(moments, deviation);
        Map<String, @Nullable Object> coefficients = new LinkedHashMap<>();
        Map<String, @Nullable Object> errors = new LinkedHashMap<>();
        double constant = label().middle();
        coefficients.put(Feature.CONSTANT.name(), decimal(model.map(found -> found.value(constant()) + constant)));
        errors.put(Feature.CONSTANT.name(), printed(model.map(found -> found.stddev(constant()))));
        for (int i = 0; i < records.features().size(); i++) {
            Feature feature = records.features().get(i);
            if (feature.isRead()) {
                double[] of = new double[records.features().size()];
                of[i] = slope(feature);
                coefficients.put(feature.name(), decimal(model.map(found -> found.value(of))));
                errors.put(feature.name(), printed(model.map(found -> found.stddev(of))));
            }
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("coefficients", coefficients);
        fields.put("stddev", errors);
        fields.put("ridge", Estimate.printed(ridge(deviation)));
        return List.of(new Estimate(name, fields));
    }

    private Feature label() {
        return Objects.requireNonNull(records.label());
    }

    /**
     * Returns the coefficient, in the units of the fields, of a feature whose weight is 1: by how much the predicted
     * label grows if the feature grows by 1.
     */
    private double slope(Feature feature) {
        return label().scale() / records.radius().doubleValue() / feature.scale();
    }

    /**
     * Returns the factors by which the weights are multiplied to give the model's value at the point where all fields
     * are 0.
     */
    private double[] constant() {
        return records.features().stream()
                .mapToDouble(feature -> slope(feature) * (feature.isRead() ? -feature.middle() : 1))
                .toArray();
    }

    /** Returns the ridge lambda for features that are scaled to -1..1 but not divided by the radius. */
    private double ridge(double deviation) {
        double radius = records.radius().doubleValue() / RecordVector.STEPS;
        return deviation * Math.sqrt(records.features().size()) * radius * radius;
    }

    private static @Nullable BigDecimal decimal(Optional<Double> number) {
        return number.filter(Double::isFinite).map(Estimate::decimal).orElse(null);
    }

    private static @Nullable Double printed(Optional<Double> number) {
        return number.filter(Double::isFinite).map(Estimate::printed).orElse(null);
    }

    @Override
    public List<Expectation> expectations() {
        return List.of(
                Expectation.none(
                        name,
                        "it has no error that is known beforehand: that of a coefficient follows from the released moments, and each row states it"));
    }

    /** The ranges of the features, over which the model may be drawn. */
    @Override
    public Map<String, Object> facts(AdditiveNoise noise) {
        Map<String, Object> ranges = new LinkedHashMap<>();
        for (Feature feature : records.features()) {
            if (feature.isRead()) {
                ranges.put(
                        feature.name(),
                        List.of(feature.middle() - feature.scale(), feature.middle() + feature.scale()));
            }
        }
        return Map.of("ranges", ranges);
    }
}
