package dev.weir.sql.write;

import dev.weir.jobs.config.where.Condition;
import dev.weir.sql.vocabulary.Column;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The columns of a private table that is written, with types that follow from how they are read. */
final class TableColumns {

    private static final String TEXT = "STRING";
    private static final int MOST_DECIMALS = 18;

    private final Map<String, String> types = new LinkedHashMap<>();
    private final Map<String, String> read = new HashMap<>();
    private final Set<String> lookups;
    private final String unit;

    /**
     * Creates columns.
     *
     * @param names the names that the pipeline file states, in order; none if it states none
     * @param time the column of time
     * @param unit the column of the unit; empty if every record is one
     * @param lookups the names that are looked up, which are no columns
     */
    TableColumns(List<String> names, String time, String unit, Set<String> lookups) {
        names.forEach(name -> types.put(name, TEXT));
        this.lookups = lookups;
        this.unit = unit;
        set(time, "TIMESTAMP_LTZ(3)");
        if (!unit.isEmpty()) {
            set(unit, TEXT);
        }
    }

    String unit() {
        return unit;
    }

    /** Notes a column that is a key, or from which another is looked up. */
    void key(String name) {
        set(name, TEXT);
    }

    /**
     * Notes a column that is aggregated.
     *
     * @return whether the column's type says the grid
     */
    boolean aggregated(String name, String grid) {
        if (read.getOrDefault(name, "DOUBLE").equals("DOUBLE")) {
            set(name, type(grid));
        }
        return new Column(name, name, read.getOrDefault(name, "DOUBLE")).grid().equals(grid);
    }

    private static String type(String grid) {
        if (grid.equals("1")) {
            return "BIGINT";
        }
        return grid.matches("0\\.0*1") && grid.length() - 2 <= MOST_DECIMALS
                ? "DECIMAL(38, " + (grid.length() - 2) + ")"
                : "DOUBLE";
    }

    /** Notes the columns that a condition compares. */
    void compared(Condition condition) {
        if (condition instanceof Condition.Combination combination) {
            combination.parts().forEach(this::compared);
        } else if (condition instanceof Condition.Comparison comparison) {
            compared(comparison.field(), comparison.text() != null);
        } else if (condition instanceof Condition.Membership membership) {
            compared(membership.field(), !membership.texts().isEmpty());
        }
    }

    private void compared(String name, boolean isText) {
        if (!read.containsKey(name)) {
            set(name, isText ? TEXT : "DOUBLE");
        }
    }

    private void set(String name, String type) {
        read.put(name, type);
        if (!lookups.contains(name)) {
            types.put(name, type);
        }
    }

    /** The columns as a table has them, one a line. */
    String text() {
        StringBuilder text = new StringBuilder();
        types.forEach((name, type) -> text.append("  ")
                .append(SqlNames.name(name))
                .append(' ')
                .append(type)
                .append(name.startsWith("$") ? " METADATA FROM " + SqlNames.text(name.substring(1)) : "")
                .append(",\n"));
        return text.toString();
    }
}
