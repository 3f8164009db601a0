package dev.weir.operators.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The released value with one name: the result of post-processing noisy numbers, which may be published.
 *
 * @param name the name of the value
 * @param fields the fields by their names in an output row, in order: each is a {@link BigDecimal}, {@link Double} or
 *     {@link String}, null, a list of these, or a map with further fields; a single number has the fields {@code value}
 *     and {@code stddev}
 */
public record Estimate(String name, Map<String, @Nullable Object> fields) {

    private static final String VALUE = NumberFields.VALUE;
    private static final String STDDEV = NumberFields.STDDEV;
    private static final MathContext PRINTED = new MathContext(15);

    public Estimate {
        fields = fields instanceof NumberFields ? fields : Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /**
     * Returns an estimate that is a single number.
     *
     * @param name the name of the value
     * @param value the released number, in the aggregate's own unit, an exact decimal; a noisy count may be negative
     * @param stddev the standard deviation of the noise in the value, at least 0 and finite: a function of configuration
     */
    public static Estimate of(String name, BigDecimal value, double stddev) {
        return new Estimate(name, new NumberFields(value, stddev));
    }

    /**
     * Returns an estimate that is a text without further fields.
     *
     * @param name the name of the value
     * @param text the released text
     */
    public static Estimate of(String name, String text) {
        return new Estimate(name, Map.of(VALUE, text));
    }

    /**
     * The content of an output row under the estimate's name: the text if a text is its only field, else all its
     * fields.
     */
    public Object released() {
        return fields.size() == 1 && fields.get(VALUE) instanceof String text ? text : fields;
    }

    /**
     * The fields of a single number: {@code value} and {@code stddev}.
     *
     * @param value the number, in the aggregate's own unit; null if there is no number
     * @param stddev the standard deviation of the noise in the value, at least 0; null if it is unknown
     */
    public static Map<String, @Nullable Object> number(@Nullable BigDecimal value, @Nullable Double stddev) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(VALUE, value);
        fields.put(STDDEV, stddev);
        return fields;
    }

    /**
     * Converts a quotient from grid steps into the field's unit. The result is exact if the quotient is a whole number
     * of grid steps, else rounded to 15 digits.
     *
     * @param dividend the quotient in grid steps, multiplied by {@code divisor}
     * @param divisor the divisor, above 0
     * @param grid the value of one grid step
     */
    public static BigDecimal quotient(BigInteger dividend, BigInteger divisor, BigDecimal grid) {
        BigInteger[] steps = dividend.divideAndRemainder(divisor);
        if (steps[1].signum() == 0) {
            return plain(new BigDecimal(steps[0]).multiply(grid));
        }
        BigDecimal exact = new BigDecimal(dividend).multiply(grid);
        return plain(exact.divide(new BigDecimal(divisor), PRINTED));
    }

    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    /**
     * Rounds a number to a decimal of at most 15 significant digits.
     *
     * @param value the number, finite
     */
    public static BigDecimal decimal(double value) {
        return plain(new BigDecimal(value).round(PRINTED));
    }

    /**
     * Rounds a number to at most 15 significant digits.
     *
     * @param value the number, finite
     */
    public static double printed(double value) {
        return new BigDecimal(value).round(PRINTED).doubleValue();
    }

    /** Whether {@link #of(String, BigDecimal, double)} made the estimate. */
    public boolean isNumber() {
        return fields instanceof NumberFields;
    }

    /**
     * The number that is released under the name, in the aggregate's own unit.
     *
     * @throws IllegalArgumentException if what is released is not a single number
     */
    public BigDecimal value() {
        return field(VALUE, BigDecimal.class);
    }

    /**
     * The standard deviation of the noise in {@link #value}, in the aggregate's own unit.
     *
     * @throws IllegalArgumentException if what is released is not a single number
     */
    public double stddev() {
        return field(STDDEV, Double.class);
    }

    private <V> V field(String field, Class<V> type) {
        Object found = fields.get(field);
        if (!type.isInstance(found)) {
            throw new IllegalArgumentException(
                    "fields of " + name + " must hold one number as " + field + ", were " + fields.keySet());
        }
        return type.cast(found);
    }

    /** Returns the value and the standard deviation of its noise, or all fields if there is no single number. */
    @Override
    public String toString() {
        return fields.get(VALUE) instanceof BigDecimal value && fields.get(STDDEV) instanceof Double stddev
                ? name + "=" + value.toPlainString() + " (sd " + Math.round(stddev * 10) / 10.0 + ")"
                : name + fields;
    }
}
