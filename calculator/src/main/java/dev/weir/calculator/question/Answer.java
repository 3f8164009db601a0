package dev.weir.calculator.question;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The answer to one question: values by column, in the order in which they are added. A column may have no value. */
public final class Answer {

    private final Map<String, Object> cells = new LinkedHashMap<>();

    /**
     * Adds a floating-point number.
     *
     * @param column the name of the column
     * @param value the number
     * @throws ArithmeticException if the value is NaN
     */
    public Answer with(String column, double value) {
        if (Double.isNaN(value)) {
            throw new ArithmeticException(column + " could not be computed");
        }
        cells.put(column, value);
        return this;
    }

    /**
     * Adds a whole number.
     *
     * @param column the name of the column
     * @param value the number
     */
    public Answer with(String column, long value) {
        cells.put(column, value);
        return this;
    }

    /**
     * Adds a truth value.
     *
     * @param column the name of the column
     * @param value the truth value
     */
    public Answer with(String column, boolean value) {
        cells.put(column, value);
        return this;
    }

    /**
     * Adds a text.
     *
     * @param column the name of the column
     * @param value the text
     */
    public Answer with(String column, String value) {
        cells.put(column, value);
        return this;
    }

    /**
     * The value of a column as Java prints it; empty if the column has no value.
     *
     * @param column the name of the column
     */
    public String cell(String column) {
        return String.valueOf(cells.getOrDefault(column, ""));
    }

    /** All values by column: doubles, whole numbers, truth values and texts. */
    public Map<String, Object> cells() {
        return Collections.unmodifiableMap(cells);
    }
}
