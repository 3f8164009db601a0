package dev.weir.operators.api;

import dev.weir.operators.aggregate.regression.Feature;
import dev.weir.operators.aggregate.regression.RecordVector;
import dev.weir.operators.aggregate.regression.Regression;
import dev.weir.operators.aggregate.regression.SecondMoments;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The features of a linear model or of second moments: what is read from a record, and how it is scaled to -1..1. Ranges are public: choose
 * them from what is known beforehand, never from the records.
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

    /** No features yet. */
    public static <T> Features<T> none() {
        return new Features<>(List.of(), List.of(), null, null);
    }

    /** The feature that is 1 for every record: with it a model has a value where all others are 0. */
    public static <T> Features<T> ofConstant() {
        return new Features<>(List.of(Feature.CONSTANT), List.of(), null, null);
    }

    /**
     * A number.
     *
     * @param name what it is called where it is released
     * @param value reads it
     * @param low in value units, below {@code high}; values are clamped
     * @param high in value units
     */
    public Features<T> number(String name, Field<T, ? extends Number> value, long low, long high) {
        Feature added = new Feature.Ranged(name, BigDecimal.valueOf(low), BigDecimal.valueOf(high));
        return with(added, ValueField.number(value));
    }

    /**
     * Whether a text is a certain one: 1 or 0.
     *
     * @param name what it is called where it is released
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
     * Sets to what length scaled features are shortened.
     *
     * @param length 0.001 to 1000; the root of half the number of features, and at least 1, unless it is set
     */
    public Features<T> within(BigDecimal length) {
        return new Features<>(features, fields, length, label);
    }

    /**
     * What the features are to explain.
     *
     * @param name what it is called where it is released
     * @param value reads it
     * @param low in value units, below {@code high}; values are clamped
     * @param high in value units
     * @throws IllegalStateException if these explain something already
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
     * The sums of the products of every two of these, and of what they explain, if they explain something: for a budget of Gaussian
     * noise.
     *
     * @param name the name of the released value
     * @throws IllegalArgumentException if there are not 1 to 32 features of distinct names
     */
    public Aggregation<T> secondMoments(String name) {
        return new Aggregation<>(new SecondMoments(name, BigDecimal.ONE, vector()), fields);
    }

    /**
     * A linear model of what these explain: for a budget of Gaussian noise.
     *
     * @param name the name of the released value
     * @throws IllegalArgumentException if they explain nothing, or there are not 1 to 32 features of distinct names
     */
    public Aggregation<T> regression(String name) {
        return new Aggregation<>(new Regression(name, BigDecimal.ONE, vector()), fields);
    }

    private RecordVector vector() {
        BigDecimal length = radius == null ? RecordVector.usualRadius(features.size()) : radius;
        return new RecordVector(features, length, label);
    }
}
