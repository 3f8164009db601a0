package dev.weir.jobs.calc;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a form answers: columns by name, in order; those that do not apply are left out. */
final class Answer {

    private final Map<String, Object> cells = new LinkedHashMap<>();

    Answer with(String column, double value) {
        if (Double.isNaN(value)) {
            throw new ArithmeticException(column + " could not be computed");
        }
        cells.put(column, value);
        return this;
    }

    Answer with(String column, long value) {
        cells.put(column, value);
        return this;
    }

    Answer with(String column, boolean value) {
        cells.put(column, value);
        return this;
    }

    Answer with(String column, String value) {
        cells.put(column, value);
        return this;
    }

    /** The cell as Java prints it, empty where the column does not apply. */
    String cell(String column) {
        return String.valueOf(cells.getOrDefault(column, ""));
    }

    /** Doubles, whole numbers, truth values and words. */
    Map<String, Object> cells() {
        return Collections.unmodifiableMap(cells);
    }
}
