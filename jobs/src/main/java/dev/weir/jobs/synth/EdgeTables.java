package dev.weir.jobs.synth;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The published tables of the counts of one pair of columns, by window. */
final class EdgeTables {

    private final List<String> parents;
    private final List<String> children;
    private final Map<Span, @Nullable Cell[][]> tables = new HashMap<>();

    /**
     * Makes an object without tables.
     *
     * @param parents the values of the parent
     * @param children the values of the child
     */
    EdgeTables(List<String> parents, List<String> children) {
        this.parents = parents;
        this.children = children;
    }

    /**
     * A published count.
     *
     * @param count the count
     * @param stddev the standard deviation of its noise, above 0
     */
    record Cell(long count, double stddev) {}

    /**
     * A sum of published tables.
     *
     * @param counts the counts
     * @param noise the mean absolute noise of all counts together, if their noise is normal; not a number if it is unknown
     */
    record Table(long[][] counts, double noise) {}

    /**
     * Adds a published count.
     *
     * @return whether the cell was empty, or had the same count
     */
    boolean add(Span window, int parent, int child, Cell cell) {
        @Nullable Cell[][] table = tables.computeIfAbsent(window, any -> new Cell[parents.size()][children.size()]);
        Cell before = table[parent][child];
        table[parent][child] = cell;
        return before == null || before.equals(cell);
    }

    /** The windows for which every pair of values has a count. */
    Set<Span> complete() {
        return tables.keySet().stream()
                .filter(window -> firstMissing(window).isEmpty())
                .collect(Collectors.toSet());
    }

    /** The pair of values that the newest window lacks, in words; empty if there is no window, or it lacks none. */
    Optional<String> missingInNewest() {
        return newest(tables.keySet())
                .flatMap(window -> firstMissing(window).map(pair -> pair + " in the window " + window));
    }

    private static Optional<Span> newest(Collection<Span> windows) {
        return windows.stream()
                .max((one, other) -> one.end().equals(other.end())
                        ? one.start().compareTo(other.start())
                        : one.end().compareTo(other.end()));
    }

    private Optional<String> firstMissing(Span window) {
        @Nullable Cell[][] table = Objects.requireNonNull(tables.get(window));
        for (int i = 0; i < parents.size(); i++) {
            for (int j = 0; j < children.size(); j++) {
                if (table[i][j] == null) {
                    return Optional.of(parents.get(i) + ", " + children.get(j));
                }
            }
        }
        return Optional.empty();
    }

    /** The number of rows in complete tables of windows. */
    long rows(SpanSum sum) {
        long windows = Stream.concat(sum.plus().stream(), sum.minus().stream())
                .distinct()
                .count();
        return windows * parents.size() * children.size();
    }

    /** The table of a span that complete tables make. */
    Table table(SpanSum sum) {
        List<Cell[][]> plus = tables(sum.plus());
        List<Cell[][]> minus = tables(sum.minus());
        long[][] counts = new long[parents.size()][children.size()];
        double noise = 0;
        for (int i = 0; i < counts.length; i++) {
            for (int j = 0; j < counts[i].length; j++) {
                List<Cell> added = cells(plus, i, j);
                counts[i][j] = sum(added) - sum(cells(minus, i, j));
                double variance = added.stream()
                        .mapToDouble(cell -> cell.stddev * cell.stddev)
                        .sum();
                noise += Math.sqrt(2 * variance / Math.PI);
            }
        }
        return new Table(counts, minus.isEmpty() ? noise : Double.NaN);
    }

    private static List<Cell> cells(List<Cell[][]> tables, int parent, int child) {
        return tables.stream().map(table -> table[parent][child]).toList();
    }

    private static long sum(List<Cell> cells) {
        return cells.stream().mapToLong(Cell::count).sum();
    }

    @SuppressWarnings("NullAway") // complete tables have no empty cells
    private List<Cell[][]> tables(List<Span> windows) {
        List<Cell[][]> found = new ArrayList<>();
        windows.forEach(window -> found.add(Objects.requireNonNull(tables.get(window))));
        return found;
    }
}
