package dev.weir.operators.aggregate.regression;

import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The map from a record to a vector z of whole numbers. The features are scaled to -1..1. Their vector is shortened to
 * the radius and then divided by the radius. The label, if there is one, is scaled to -1..1. A length of 1 is 1024
 * steps, so the vector of features has at most the length 1024, and the label has at most the size 1024.
 *
 * @param features 1 to 32 features with distinct names
 * @param radius the length to which longer vectors of scaled features are shortened, 0.001 to 1000; a constant feature
 *     is a coordinate of the vector too
 * @param label the field that the features are to predict, a {@link Feature.Ranged}; null if there is no label
 */
public record RecordVector(
        List<Feature> features, BigDecimal radius, @Nullable Feature label) implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The number of steps that represent 1. */
    static final long STEPS = 1024;

    /** The largest number of features. */
    public static final int MOST_FEATURES = 32;

    private static final BigDecimal LEAST_RADIUS = new BigDecimal("0.001");
    private static final BigDecimal MOST_RADIUS = new BigDecimal("1000");
    private static final MathContext EXACT_ENOUGH = new MathContext(40);

    /** @throws IllegalArgumentException if a component is not as described */
    public RecordVector {
        features = List.copyOf(features);
        if (features.isEmpty() || features.size() > MOST_FEATURES) {
            throw new IllegalArgumentException("features must be 1 to " + MOST_FEATURES + ", were " + features.size());
        }
        if (radius.compareTo(LEAST_RADIUS) < 0 || radius.compareTo(MOST_RADIUS) > 0) {
            throw new IllegalArgumentException("radius must be 0.001 to 1000, was " + radius);
        }
        List<String> names = names(features, label);
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("features and label must have distinct names, were " + names);
        }
    }

    /**
     * The radius that is used if none is chosen: sqrt(d / 2), and at least 1. If d features are spread evenly and
     * independently over their ranges, about a fifth of their vectors are longer for d = 2, and fewer for other d.
     *
     * @param features the number d of features, at least 1
     */
    public static BigDecimal usualRadius(int features) {
        double root = Math.max(1, Math.sqrt(features / 2.0));
        return BigDecimal.valueOf(root).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros();
    }

    /** The names of the coordinates: the names of the features, then the name of the label. */
    List<String> names() {
        return names(features, label);
    }

    private static List<String> names(List<Feature> features, @Nullable Feature label) {
        List<String> names =
                new ArrayList<>(features.stream().map(Feature::name).toList());
        if (label != null) {
            names.add(label.name());
        }
        return names;
    }

    /** How many coordinates z has. */
    int length() {
        return features.size() + (label == null ? 0 : 1);
    }

    /** The squared length |z|&sup2; of the longest vector. */
    long longest() {
        return STEPS * STEPS * (label == null ? 1 : 2);
    }

    /** How many numbers are read from a record. */
    int reads() {
        return (int) features.stream().filter(Feature::isRead).count() + (label == null ? 0 : 1);
    }

    /** Writes the vector z of a record. */
    void encode(BigDecimal[] values, int from, long[] words, int at) {
        BigDecimal one = BigDecimal.valueOf(STEPS).divide(radius, EXACT_ENOUGH);
        int read = from;
        int to = at;
        for (Feature feature : features) {
            words[to++] = feature.steps(feature.isRead() ? values[read++] : BigDecimal.ONE, one);
        }
        Shortening.shorten(words, at, features.size(), STEPS);
        if (label != null) {
            words[to] = label.steps(values[read], BigDecimal.valueOf(STEPS));
        }
    }

    /**
     * The scaled value of {@link #STEPS} steps of a coordinate: the radius for features, because they were divided by
     * it, and 1 for the label.
     */
    BigDecimal step(int coordinate) {
        return coordinate < features.size() ? radius : BigDecimal.ONE;
    }

    TaggedFields identity() {
        TaggedFields fields = new TaggedFields();
        features.forEach(feature -> fields.put(1, feature.identity()));
        fields.put(2, radius);
        return label == null ? fields : fields.put(3, label.identity());
    }
}
