package dev.weir.operators.api;

import dev.weir.operators.aggregate.learn.LabelledVector;
import dev.weir.operators.aggregate.learn.Training;
import dev.weir.operators.aggregate.regression.Correlations;
import dev.weir.operators.aggregate.regression.Feature;
import dev.weir.operators.aggregate.regression.Pca;
import dev.weir.operators.aggregate.regression.RecordVector;
import dev.weir.operators.aggregate.regression.Regression;
import dev.weir.operators.aggregate.regression.SecondMoments;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The features of a linear model or of second moments: the fields that are read from a record, and their scaling to
 * -1..1. Ranges are public: choose them from prior knowledge, never from the records.
 *
 * <pre>{@code
 * Features.<Order>ofConstant().number("lines", Order::lines, 0, 60).text("british", Order::country, "United Kingdom")
 *         .explaining("value", Order::value, 0, 5000)
 *         .regression("spend")
 * }</pre>
 *
 * @param <T> the record
 */
public final class Features<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final ArrayList<Feature> features;
    private final ArrayList<ValueField<T>> fields;
    private final @Nullable BigDecimal radius;
    private final @Nullable Feature label;

    private Features(
            List<Feature> features, List<ValueField<T>> fields, @Nullable BigDecimal radius, @Nullable Feature label) {
        this.features = new ArrayList<>(features);
        this.fields = new ArrayList<>(fields);
        this.radius = radius;
        this.label = label;
    }

    /**
     * Returns an empty list of features.
     *
     * @param <T> the record
     */
    public static <T> Features<T> none() {
        return new Features<>(List.of(), List.of(), null, null);
    }

    /**
     * Returns a list of one feature, which is 1 for every record. With this feature a model need not be 0 where all
     * other features are 0.
     *
     * @param <T> the record
     */
    public static <T> Features<T> ofConstant() {
        return new Features<>(List.of(Feature.CONSTANT), List.of(), null, null);
    }

    /**
     * Adds a feature that is a number.
     *
     * @param name the name of the feature in releases
     * @param value reads the number from a record
     * @param low the lower bound, in the field's unit, below {@code high}; values are clamped
     * @param high the upper bound, in the field's unit
     */
    public Features<T> number(String name, Field<T, ? extends Number> value, long low, long high) {
        Feature added = new Feature.Ranged(name, BigDecimal.valueOf(low), BigDecimal.valueOf(high));
        return with(added, ValueField.number(value));
    }

    /**
     * Adds a feature that is 1 if a record's text equals a given text, else 0.
     *
     * @param name the name of the feature in releases
     * @param text reads the text from a record
     * @param is the text that counts as 1
     */
    public Features<T> text(String name, Field<T, String> text, String is) {
        return with(new Feature.Named(name, is), ValueField.text(text, List.of(is)));
    }

    private Features<T> with(Feature added, ValueField<T> read) {
        if (label != null) {
            throw new IllegalStateException("features must be named before what they explain");
        }
        Features<T> more = new Features<>(features, fields, radius, null);
        more.features.add(added);
        more.fields.add(read);
        return more;
    }

    /**
     * Sets the length to which longer vectors of scaled features are shortened.
     *
     * @param length the length, 0.001 to 1000; if it is never set, it is the root of half the number of features, and
     *     at least 1
     */
    public Features<T> within(BigDecimal length) {
        return new Features<>(features, fields, length, label);
    }

    /**
     * Sets the label, which is the field that the features are to predict.
     *
     * @param name the name of the label in releases
     * @param value reads the label from a record
     * @param low the lower bound, in the field's unit, below {@code high}; values are clamped
     * @param high the upper bound, in the field's unit
     * @throws IllegalStateException if a label is set already
     */
    public Features<T> explaining(String name, Field<T, ? extends Number> value, long low, long high) {
        if (label != null) {
            throw new IllegalStateException("features explain one label, and these already have one");
        }
        Feature explained = new Feature.Ranged(name, BigDecimal.valueOf(low), BigDecimal.valueOf(high));
        Features<T> more = new Features<>(features, fields, radius, explained);
        more.fields.add(ValueField.number(value));
        return more;
    }

    /**
     * Releases the sums of the products of every two features, and of the squares of each feature. If there is a label,
     * it counts as a further feature. The budget must be one of Gaussian noise.
     *
     * @param name the name of the released value
     * @throws IllegalArgumentException if there are not 1 to 32 features with distinct names
     */
    public Aggregation<T> secondMoments(String name) {
        return new Aggregation<>(new SecondMoments(name, BigDecimal.ONE, vector()), fields);
    }

    /**
     * Releases a linear model that predicts the label from the features. The budget must be one of Gaussian noise.
     *
     * @param name the name of the released value
     * @throws IllegalArgumentException if there is no label, there are not 1 to 32 features with distinct names, or a
     *     feature other than the constant is called {@code constant}
     */
    public Aggregation<T> regression(String name) {
        return new Aggregation<>(new Regression(name, BigDecimal.ONE, vector()), fields);
    }

    /**
     * Releases the principal components of the features, about their means if the constant is among them. The budget must be one of
     * Gaussian noise.
     *
     * @param name the name of the released value
     * @param components how many components, from 1 to the number of features without the constant
     * @throws IllegalArgumentException if there are not 1 to 32 features with distinct names, or there is a label
     */
    public Aggregation<T> principalComponents(String name, int components) {
        return new Aggregation<>(new Pca(name, BigDecimal.ONE, components, vector()), fields);
    }

    /**
     * Releases the correlation of every two features. The constant must be among them. The budget must be one of Gaussian noise.
     *
     * @param name the name of the released value
     * @throws IllegalArgumentException if there are not a constant and 2 to 31 other features with distinct names, or there is a label
     */
    public Aggregation<T> correlations(String name) {
        return new Aggregation<>(new Correlations(name, BigDecimal.ONE, vector()), fields);
    }

    /**
     * Releases a linear model that tells whether a number lies above a bound. The budget must be one of Gaussian noise, and the model must be
     * alone in its query.
     *
     * @param name the name of the released value
     * @param value reads the number from a record
     * @param above the bound, in the field's unit
     * @param training how the model is trained
     * @throws IllegalStateException if a label is set already
     * @throws IllegalArgumentException if there are not 1 to 32 features with distinct names, a feature other than the constant is called
     *     {@code constant}, or a setting is out of range
     */
    public Aggregation<T> learning(String name, Field<T, ? extends Number> value, BigDecimal above, Training training) {
        if (label != null) {
            throw new IllegalStateException("features explain one label, and these already have one");
        }
        ArrayList<ValueField<T>> read = new ArrayList<>(fields);
        read.add(ValueField.number(value));
        return new Aggregation<>(
                training.of(name, BigDecimal.ONE, new LabelledVector(features, length(), above)), read);
    }

    private RecordVector vector() {
        return new RecordVector(features, length(), label);
    }

    private BigDecimal length() {
        return radius == null ? RecordVector.usualRadius(features.size()) : radius;
    }
}
