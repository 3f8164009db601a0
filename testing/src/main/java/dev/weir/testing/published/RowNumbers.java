package dev.weir.testing.published;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The numbers of one row in every world: for each name a column with an entry for each world. A column takes no room while it is
 * the same in all worlds.
 */
final class RowNumbers {

    private final int[] fingerprints;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private int rows;
    private int world;

    RowNumbers(int worlds) {
        fingerprints = new int[worlds];
    }

    /** A column: one number, or one for each world once two worlds have differed. */
    private static final class Column {
        private final double first;
        private int seen;
        private double[] entries = {};

        private Column(double first) {
            this.first = first;
        }

        private boolean isSpread() {
            return entries.length > 0;
        }
    }

    /** Which line a world has: 0 if none, else a number that tells lines apart. */
    int fingerprint(int number) {
        return fingerprints[number];
    }

    /** How many worlds have the row. */
    int present() {
        return rows;
    }

    /** Begins the row of a world. */
    void begin(int number) {
        world = number;
    }

    /** Takes one number of the row. */
    void number(String name, double value) {
        Column column = columns.computeIfAbsent(name, unseen -> new Column(value));
        boolean isEverywhere = column.seen == rows;
        if (!column.isSpread() && (!isEverywhere || value != column.first)) {
            spread(column);
        }
        if (column.isSpread()) {
            column.entries[world] = value;
        }
        column.seen++;
    }

    /** Ends the row. */
    void end(int fingerprint) {
        for (Column column : columns.values()) {
            if (!column.isSpread() && column.seen == rows) {
                spread(column);
            }
        }
        fingerprints[world] = fingerprint;
        rows++;
    }

    private void spread(Column column) {
        column.entries = new double[fingerprints.length];
        if (column.seen > 0) {
            Arrays.setAll(column.entries, number -> fingerprints[number] == 0 ? 0 : column.first);
        }
    }

    /** The columns that are not the same in all worlds. */
    Map<String, double[]> varying() {
        Map<String, double[]> varying = new LinkedHashMap<>();
        columns.forEach((name, column) -> {
            if (rows < fingerprints.length && !column.isSpread()) {
                spread(column);
            }
            if (column.isSpread()) {
                varying.put(name, column.entries);
            }
        });
        return varying;
    }
}
