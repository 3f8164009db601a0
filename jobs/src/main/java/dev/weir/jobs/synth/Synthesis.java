package dev.weir.jobs.synth;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.synth.ColumnTree;
import dev.weir.accountant.synth.PairTable;
import dev.weir.accountant.synth.TreeModel;
import dev.weir.jobs.failure.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The law of synthetic records of one span of time, made of published rows and of nothing else.
 *
 * <p><b>Guarantee.</b> Post-processing of what is published: no budget is spent, whatever is drawn. The only files that are read are that of
 * rows and that of the tree.
 */
public final class Synthesis {

    private final Path released;
    private final TreeFile tree;
    private final Span span;
    private final List<SpanSum> sums = new ArrayList<>();
    private final List<EdgeTables.Table> tables = new ArrayList<>();
    private long rows;

    private Synthesis(Path released, TreeFile tree, List<EdgeTables> published, Span span) {
        this.released = released;
        this.tree = tree;
        this.span = span;
        for (int i = 0; i < published.size(); i++) {
            EdgeTables edge = published.get(i);
            SpanSum sum = SpanSum.of(span, edge.complete()).orElseThrow(this::unknownSpan);
            sums.add(sum);
            tables.add(edge.table(sum));
            rows += edge.rows(sum);
        }
    }

    /**
     * Reads rows and makes the law.
     *
     * @param released the file of published rows
     * @param tree the columns, and the queries of their pairs
     * @param since the beginning of the records' time; empty for that of the window that ends at {@code until}
     * @param until the end of the records' time; empty for the newest end that all queries have in common
     * @throws CommandFailure if the rows do not make a table of every pair
     * @throws IOException if the file cannot be read
     */
    public static Synthesis of(Path released, TreeFile tree, Optional<Instant> since, Optional<Instant> until)
            throws IOException {
        List<EdgeTables> published = ReleasedPairs.read(released, tree);
        for (int i = 0; i < published.size(); i++) {
            requireTable(released, tree.queries().get(i).query(), published.get(i));
        }
        Instant end = until.or(() -> newestEnd(published))
                .orElseThrow(() -> new CommandFailure(
                        CommandFailure.WRONG, released + ": window: must end at one time in all queries of the tree"));
        Instant start = since.orElseGet(() -> onlyStart(published, end));
        return new Synthesis(released, tree, published, new Span(start, end));
    }

    private static void requireTable(Path released, String query, EdgeTables edge) {
        if (edge.complete().isEmpty()) {
            String found = edge.missingInNewest()
                    .map(pair -> "lacks " + pair)
                    .orElse("has none whose key is an object of the two columns");
            throw new CommandFailure(
                    CommandFailure.WRONG,
                    released + ": query " + query + ": must have a row for every pair of values, but " + found);
        }
    }

    private static Optional<Instant> newestEnd(List<EdgeTables> published) {
        Set<Instant> common = ends(published.get(0));
        published.forEach(edge -> common.retainAll(ends(edge)));
        return common.stream().max(Comparator.naturalOrder());
    }

    private static Set<Instant> ends(EdgeTables edge) {
        return edge.complete().stream().map(Span::end).collect(Collectors.toCollection(HashSet::new));
    }

    private static Instant onlyStart(List<EdgeTables> published, Instant end) {
        Set<Instant> starts = published.stream()
                .flatMap(edge -> edge.complete().stream())
                .filter(window -> window.end().equals(end))
                .map(Span::start)
                .collect(Collectors.toSet());
        if (starts.size() != 1) {
            throw new CommandFailure(
                    CommandFailure.WRONG,
                    "--since: must be given: " + starts.size() + " beginnings have windows that end at " + end);
        }
        return starts.iterator().next();
    }

    private CommandFailure unknownSpan() {
        return new CommandFailure(
                CommandFailure.WRONG,
                "--since, --until: must be ends of published windows that add up to the span, was " + span);
    }

    /** The columns of records. */
    public ColumnTree columns() {
        return tree.tree();
    }

    /**
     * Makes an object that draws records.
     *
     * @param randomness the source of the random bits
     */
    public SyntheticRecords records(Randomness randomness) {
        List<long[][]> counts = tables.stream().map(EdgeTables.Table::counts).toList();
        return new SyntheticRecords(columns(), TreeModel.of(columns(), counts), randomness);
    }

    /** What was read and what it costs, in lines. */
    public List<String> source() {
        List<String> how = sums.stream().map(SpanSum::words).distinct().toList();
        return List.of(
                "read: " + rows + " published rows of " + released,
                "window: " + span + ", " + String.join(", or ", how),
                "cost: none, however many records are drawn: they are made of published rows alone");
    }

    /**
     * How far the tables of drawn records are from the published ones, in lines.
     *
     * @param drawn the tables of the drawn records, among them those of the tree's pairs
     */
    public List<String> quality(PairCounts drawn) {
        List<String> lines = new ArrayList<>();
        double sum = 0;
        for (int i = 0; i < tables.size(); i++) {
            ColumnTree.Edge edge = columns().edges().get(i);
            PairTable published = new PairTable(tables.get(i).counts());
            double distance = published.distance(drawn.of(edge));
            sum += distance;
            double noise = tables.get(i).noise() / 2 / published.total();
            lines.add("  %s, %s: %.3f%s"
                    .formatted(
                            columns().columns().get(edge.parent()).name(),
                            columns().columns().get(edge.child()).name(),
                            distance,
                            Double.isFinite(noise)
                                    ? " (noise moves the published table by about %.3f)".formatted(noise)
                                    : ""));
        }
        lines.add(
                0,
                "total variation from the published tables, below 0 taken for 0: %.3f in the mean"
                        .formatted(sum / tables.size()));
        return lines;
    }
}
