package dev.weir.jobs.config.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Rules for combinations.
 *
 * @param size how many values a combination has
 * @param check finds combinations that occur twice
 * @param others the name of all other values
 */
record CombinationRules(int size, KeyValuesCheck check, Optional<String> others) {

    private static final String REST = "*";

    static void requireSize(List<String> values, int size) {
        if (values.size() != size) {
            throw new IllegalArgumentException(
                    "combinations must have " + size + " values, one for each field, had " + values.size());
        }
    }

    /** Checks a combination as it is declared. */
    List<String> check(List<String> values) {
        requireSize(values, size);
        values.forEach(check::value);
        if (values.contains("")) {
            throw new IllegalArgumentException("combinations must have no empty value");
        }
        if (others.isPresent() && values.contains(others.get())) {
            throw new IllegalArgumentException("combinations must not hold the name of others, " + others.get());
        }
        check.once(values, "combinations must be distinct, was " + values + " twice");
        return values;
    }

    /** Checks a row of a file, which may end in stars, and puts the name of others in their place. */
    List<String> row(List<String> cells) {
        List<String> values = check(cells);
        int kept = values.size();
        while (kept > 0 && values.get(kept - 1).equals(REST)) {
            kept--;
        }
        if (values.subList(0, kept).contains(REST)) {
            throw new IllegalArgumentException("* must stand at the end of a combination alone");
        }
        if (kept == values.size()) {
            return values;
        }
        List<String> named = new ArrayList<>(values.subList(0, kept));
        named.addAll(Collections.nCopies(
                values.size() - kept,
                others.orElseThrow(() -> new IllegalArgumentException("* must not stand without others"))));
        return named;
    }
}
