package dev.weir.jobs.synth;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.synth.ColumnTree;
import dev.weir.accountant.synth.ColumnTree.Column;
import dev.weir.accountant.synth.ColumnTree.Edge;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import dev.weir.jobs.settings.Problems;
import dev.weir.jobs.settings.TextFile;
import dev.weir.jobs.settings.YamlTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A file that declares a tree of columns, in YAML or JSON: columns with their values, and for each pair of columns the query whose rows
 * count it.
 *
 * @param tree the columns and edges
 * @param queries for each edge of the tree the query of its counts
 */
public record TreeFile(ColumnTree tree, List<EdgeQuery> queries) {

    private static final Field<String> ROOT =
            Field.of("root", Literals.TEXT, "the column that is drawn first").required();
    private static final Field<String> NAME = Field.of(
                    "name", Literals.TEXT, "the name of a column, as in the keys of rows")
            .required();
    private static final Field<List<String>> VALUES = Field.of(
                    "values", ListType.of(Literals.TEXT), "all values that the column can have")
            .required();
    private static final Field<String> FROM =
            Field.of("from", Literals.TEXT, "the column that is drawn before").required();
    private static final Field<String> TO =
            Field.of("to", Literals.TEXT, "the column that is drawn after").required();
    private static final Field<String> QUERY = Field.of(
                    "query", Literals.TEXT, "the query whose key has these two columns")
            .required();
    private static final Field<String> COUNT =
            Field.of("count", Literals.TEXT, "the name of the count, if rows have several values");
    private static final Field<List<Section>> COLUMNS = Field.of(
                    "columns", ListType.of(MapType.of(Shape.of(NAME, VALUES))), "the columns of records")
            .required();
    private static final Field<List<Section>> EDGES = Field.of(
                    "edges", ListType.of(MapType.of(Shape.of(FROM, TO, QUERY, COUNT))), "the pairs of columns")
            .required();
    private static final Shape SHAPE = Shape.of(ROOT, COLUMNS, EDGES);

    public TreeFile {
        queries = List.copyOf(queries);
    }

    /**
     * The rows from which the counts of an edge are read.
     *
     * @param query the name of the query
     * @param count the name of the value; empty if rows have only one
     */
    public record EdgeQuery(String query, Optional<String> count) {}

    /**
     * Reads a file.
     *
     * @param file the file
     * @throws dev.weir.jobs.settings.InvalidPipeline with every problem of the file, in the order of its lines
     */
    public static TreeFile read(Path file) {
        Problems problems = new Problems();
        Item item = YamlTree.ofFile(text(file, problems), file.toString(), problems);
        problems.throwIfAny();
        if (item.kind() != Item.Kind.MAP) {
            problems.add(item.origin(), "file", "must be a map of root, columns and edges, was " + item.kind());
        }
        problems.throwIfAny();
        TreeFile tree = new Reading(new Section(item, "", problems, SHAPE)).tree();
        problems.throwIfAny();
        return tree;
    }

    private static String text(Path file, Problems problems) {
        try {
            return TextFile.read(file);
        } catch (IOException e) {
            problems.add(new Origin(file.toString(), 1), "file", "must exist, be readable and be UTF-8");
        }
        return "";
    }

    /** A file while it is read. What is built from a file with problems is thrown away. */
    private record Reading(Section root) {

        TreeFile tree() {
            List<Column> columns = new ArrayList<>();
            root.read(COLUMNS, List.of()).forEach(section -> column(section).ifPresent(columns::add));
            List<String> names = columns.stream().map(Column::name).toList();
            List<Edge> edges = new ArrayList<>();
            List<EdgeQuery> queries = new ArrayList<>();
            for (Section section : root.read(EDGES, List.of())) {
                edges.add(new Edge(index(section, FROM, names), index(section, TO, names)));
                queries.add(new EdgeQuery(section.read(QUERY, ""), section.find(COUNT)));
                section.finish();
            }
            if (root.has(EDGES) && edges.isEmpty()) {
                root.problem(EDGES, "must be given, was empty");
            }
            int first = index(root, ROOT, names);
            root.finish();
            return new TreeFile(build(columns, edges, first), queries);
        }

        private static Optional<Column> column(Section section) {
            String name = section.read(NAME, "");
            List<String> values = section.read(VALUES, List.of());
            section.finish();
            try {
                return Optional.of(new Column(name, values));
            } catch (InvalidParameter e) {
                section.problem(VALUES, "must be " + e.rule());
                return Optional.empty();
            }
        }

        /** The index of the column that a field names. */
        private static int index(Section section, Field<String> field, List<String> names) {
            Optional<String> name = section.find(field);
            int index = name.map(names::indexOf).orElse(0);
            if (index < 0) {
                section.problem(field, "must be the name of a column, was " + name.orElse(""));
            }
            return Math.max(0, index);
        }

        private ColumnTree build(List<Column> columns, List<Edge> edges, int first) {
            ColumnTree none = new ColumnTree(List.of(new Column("none", List.of("none"))), List.of(), 0);
            if (!root.isSound(0)) {
                return none;
            }
            try {
                return new ColumnTree(columns, edges, first);
            } catch (InvalidParameter e) {
                root.problem(e.name().startsWith("columns") ? COLUMNS : EDGES, "must be " + e.rule());
                return none;
            }
        }
    }
}
