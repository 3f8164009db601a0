package dev.weir.testing.statistic;

import dev.weir.testing.statistic.Trials.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What was published in each world, as numbers: one column for each number of each row, one entry for each world. A number
 * that is not there is 0; that it is not there is a column of its own.
 *
 * @param trials which worlds hold the canary, and which serve for training
 * @param names the name of each column
 * @param columns the columns, each with one entry for each world
 */
public record Observations(Trials trials, List<String> names, List<double[]> columns) {

    /** @throws IllegalArgumentException if a column has another length than there are worlds, or no name */
    public Observations {
        names = List.copyOf(names);
        columns = List.copyOf(columns);
        if (names.size() != columns.size()) {
            throw new IllegalArgumentException(
                    "columns must have a name each, were " + columns.size() + " with " + names.size() + " names");
        }
        for (double[] column : columns) {
            if (column.length != trials.count()) {
                throw new IllegalArgumentException(
                        "a column must have " + trials.count() + " entries, had " + column.length);
            }
        }
    }

    /**
     * These observations without the columns that are the same in all worlds of a part, from which nothing can be learnt.
     *
     * @param part the part; where a rule is learnt from the columns, one without the worlds of the test
     */
    Observations varying(Part part) {
        int[] worlds = trials.worlds(part);
        List<String> kept = new ArrayList<>();
        List<double[]> varying = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            double[] column = columns.get(i);
            if (Arrays.stream(worlds).anyMatch(world -> column[world] != column[worlds[0]])) {
                kept.add(names.get(i));
                varying.add(column);
            }
        }
        return new Observations(trials, kept, varying);
    }
}
