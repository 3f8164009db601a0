package dev.weir.operators.aggregate.learn;

import dev.weir.accountant.learn.Example;
import dev.weir.accountant.learn.NormClip;
import dev.weir.operators.aggregate.regression.Feature;
import dev.weir.operators.aggregate.regression.RecordVector;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The map from a record to a vector of whole numbers from which a model of two classes learns: 1, then the label, which is 1 if a number
 * lies above a bound and else -1, then the features. The features are scaled to -1..1 and divided by the radius, and their vector is
 * shortened to a length below 1. A length of 1 is 1024 steps.
 *
 * @param features 1 to 32 features with distinct names
 * @param radius the length to which longer vectors of scaled features are shortened, 0.001 to 1000; a constant feature counts
 * @param above the bound of the number that gives the label, in the unit of its field
 */
public record LabelledVector(List<Feature> features, BigDecimal radius, BigDecimal above) implements Serializable {

    /** The most records of a cell that any learner may keep. */
    public static final int MOST_RECORDS = 1_000_000;

    /** The number of records of a cell that a learner keeps unless it is told. */
    public static final int USUAL_RECORDS = 100_000;

    private static final long serialVersionUID = 1L;
    private static final long STEPS = 1024;
    /** One step less than 1, so that the length is below 1 however a double rounds it. */
    private static final NormClip SHORT = new NormClip(STEPS - 1, 1.0 / STEPS);
    /** How many words stand before the features. */
    private static final int BEFORE = 2;

    private static final MathContext EXACT_ENOUGH = new MathContext(40);

    /** @throws IllegalArgumentException if a component is not as described, or a feature has the name of the constant */
    public LabelledVector {
        features = new RecordVector(features, radius, null).features();
        if (features.stream().anyMatch(LabelledVector::hasNameOfConstant)) {
            throw new IllegalArgumentException("features must not be called " + Feature.CONSTANT.name()
                    + ", as the value where all features are 0 is: give the feature another name");
        }
    }

    private static boolean hasNameOfConstant(Feature feature) {
        return feature.isRead() && feature.name().equals(Feature.CONSTANT.name());
    }

    /** The number of features. */
    int dimension() {
        return features.size();
    }

    /** How many longs the vector of a record has. */
    int length() {
        return BEFORE + features.size();
    }

    /** How many numbers are read from a record: those of features, then the number that gives the label. */
    int reads() {
        return (int) features.stream().filter(Feature::isRead).count() + 1;
    }

    /** Writes the vector of a record. */
    void encode(BigDecimal[] values, int from, long[] words, int at) {
        BigDecimal one = BigDecimal.valueOf(STEPS).divide(radius, EXACT_ENOUGH);
        long[] steps = new long[features.size()];
        int read = from;
        for (int i = 0; i < steps.length; i++) {
            Feature feature = features.get(i);
            steps[i] = feature.steps(feature.isRead() ? values[read++] : BigDecimal.ONE, one);
        }
        words[at] = 1;
        words[at + 1] = values[read].compareTo(above) > 0 ? 1 : -1;
        System.arraycopy(SHORT.shorten(steps), 0, words, at + BEFORE, steps.length);
    }

    /**
     * Reads the records that a cell keeps. They are put in an order that does not depend on their arrival. Anything else than the vector of a
     * record is left out, as the zeros of a cell without records.
     *
     * @param kept the array with the vectors, from index 0 on
     * @param last the index of the last vector
     */
    List<Example> examples(long[] kept, int last) {
        List<long[]> vectors = new ArrayList<>();
        for (int at = 0; at <= last; at += length()) {
            if (kept[at] == 1) {
                vectors.add(Arrays.copyOfRange(kept, at, at + length()));
            }
        }
        vectors.sort(Arrays::compare);
        return vectors.stream().map(LabelledVector::example).toList();
    }

    private static Example example(long[] vector) {
        double[] features = new double[vector.length - BEFORE];
        Arrays.setAll(features, i -> (double) vector[BEFORE + i] / STEPS);
        return new Example(features, vector[1]);
    }

    TaggedFields identity() {
        TaggedFields fields = new TaggedFields();
        features.forEach(feature -> fields.put(1, feature.identity()));
        return fields.put(2, radius).put(3, above);
    }
}
