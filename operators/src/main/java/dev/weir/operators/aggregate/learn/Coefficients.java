package dev.weir.operators.aggregate.learn;

import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.regression.Feature;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Turns the weights of scaled features into coefficients in the units of the fields. The score of a record is {@code constant} plus the sum
 * of each coefficient times its field. The model predicts that the label is above its bound where the score is above 0.
 */
final class Coefficients {

    private final LabelledVector records;

    Coefficients(LabelledVector records) {
        this.records = records;
    }

    /** The coefficients by name, with 15 digits. */
    Map<String, BigDecimal> of(double[] weights) {
        Map<String, BigDecimal> named = new LinkedHashMap<>();
        double constant = 0;
        for (int i = 0; i < weights.length; i++) {
            constant += weights[i] * atZero(i);
        }
        named.put(Feature.CONSTANT.name(), Estimate.decimal(constant));
        for (int i = 0; i < weights.length; i++) {
            Feature feature = records.features().get(i);
            if (feature.isRead()) {
                named.put(feature.name(), Estimate.decimal(weights[i] * slope(i)));
            }
        }
        return named;
    }

    /** The standard deviations of the coefficients by name, if the weights have independent noise of one deviation. */
    Map<String, Double> deviations(double deviation) {
        Map<String, Double> named = new LinkedHashMap<>();
        double squares = 0;
        for (int i = 0; i < records.dimension(); i++) {
            squares += atZero(i) * atZero(i);
        }
        named.put(Feature.CONSTANT.name(), Estimate.printed(deviation * Math.sqrt(squares)));
        for (int i = 0; i < records.dimension(); i++) {
            Feature feature = records.features().get(i);
            if (feature.isRead()) {
                named.put(feature.name(), Estimate.printed(deviation * slope(i)));
            }
        }
        return named;
    }

    /** The growth of a scaled feature if its field grows by 1. */
    private double slope(int i) {
        return 1 / (records.radius().doubleValue() * records.features().get(i).scale());
    }

    /** The scaled feature where its field is 0; for the constant its value. */
    private double atZero(int i) {
        Feature feature = records.features().get(i);
        return feature.isRead() ? -feature.middle() * slope(i) : slope(i);
    }
}
