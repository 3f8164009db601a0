package dev.weir.jobs;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Nesting;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.config.query.KeyAccountReader;
import dev.weir.jobs.config.query.LookupsReader;
import dev.weir.jobs.config.query.QueriesReader;
import dev.weir.jobs.config.release.ReleaseReader;
import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.jobs.config.section.CheckpointReader;
import dev.weir.jobs.config.section.ClockReader;
import dev.weir.jobs.config.section.DomainReader;
import dev.weir.jobs.config.section.LimitsReader;
import dev.weir.jobs.config.section.SinkReader;
import dev.weir.jobs.config.section.SourceReader;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tables of fields on the pages about pipeline files. They stand between two comments, the first of which names a field. A field
 * is named by its whole path, and the fields of a map within it have a table of their own.
 */
final class FieldTables {

    private static final Pattern TABLE = Pattern.compile("(?s)(<!-- fields of ([a-z ]+) -->\n\n)(.*?)(\n<!-- end -->)");

    /** A choice of more shapes has one table for each set of fields that the same kinds have. */
    private static final int KINDS = 10;

    /** Fields of more kinds than these share one table. */
    private static final int MANY = 6;

    /** The fields whose values are maps with tables of their own. */
    private static final List<Field<?>> TITLES = List.of(
            SourceReader.SOURCE,
            LookupsReader.LOOKUPS,
            ClockReader.CLOCK,
            BudgetReader.PRIVACY,
            QueriesReader.QUERIES,
            ReleaseReader.RELEASE,
            SinkReader.SINK,
            LimitsReader.LIMITS,
            CheckpointReader.CHECKPOINT);

    /** Budgets whose allowed forms are described in the table of privacy. */
    private static final Set<Field<?>> BUDGETS = Set.of(DomainReader.BUDGET, KeyAccountReader.BUDGET);

    private FieldTables() {}

    /** Returns a page with the correct tables; {@code links} knows the pages of headings. */
    static String writtenInto(String page, UnaryOperator<String> links) {
        return TABLE.matcher(page)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) + links.apply(tables(found.group(2))) + found.group(4)));
    }

    private static String tables(String title) {
        List<String> words = List.of(title.split(" "));
        String last = words.get(words.size() - 1);
        StringBuilder tables = new StringBuilder();
        append(title.equals("the whole") ? "" : last + ".", shapes(title), tables);
        return tables.toString();
    }

    /** The shapes of a field of aggregate pipelines, of the whole of these, or of a kind and its field: {@code encode report}. */
    private static List<Shape> shapes(String title) {
        List<String> words = List.of(title.split(" "));
        Optional<Shape> kind = PipelineKinds.shapes().stream()
                .skip(1)
                .filter(shape -> kind(shape).equals(words.get(0)))
                .findFirst();
        Stream<Field<?>> titles = kind.map(shape -> shape.fields().stream()).orElse(TITLES.stream());
        return titles.filter(field -> field.name().equals(words.get(words.size() - 1)))
                .findFirst()
                .map(FieldTables::shapes)
                .orElse(List.of(PipelineKinds.shapes().get(0)));
    }

    /** The word of the kind that a file of a shape names. */
    private static String kind(Shape file) {
        return file.fields().stream()
                .filter(field -> field.name().equals("kind"))
                .map(field -> ((List<?>) field.type().schema().getOrDefault("enum", List.of()))
                        .get(0)
                        .toString())
                .findFirst()
                .orElse("");
    }

    private static List<Shape> shapes(Field<?> field) {
        return field.type() instanceof Nesting nesting ? nesting.shapes() : List.of();
    }

    /** Appends the table of the fields of some shapes, and then the tables of the maps among them. */
    private static void append(String parent, List<Shape> shapes, StringBuilder tables) {
        Map<String, Field<?>> rows = new LinkedHashMap<>();
        if (shapes.size() > 1) {
            shapes.forEach(shape -> add(shape.fields().get(0), rows));
        }
        Map<String, Map<String, Field<?>>> ofKinds = shapes.size() > KINDS ? byKinds(shapes, rows) : Map.of();
        if (ofKinds.isEmpty()) {
            shapes.stream().flatMap(shape -> shape.fields().stream()).forEach(field -> add(field, rows));
        }
        appendTable(parent, rows, tables);
        ofKinds.forEach((kinds, fields) -> {
            tables.append("\n").append(kinds).append(":\n\n");
            appendTable(parent, fields, tables);
        });
        shapes.stream()
                .flatMap(shape -> shape.fields().stream())
                .filter(field -> !TITLES.contains(field) && !BUDGETS.contains(field))
                .filter(field -> !shapes(field).isEmpty())
                .map(field -> inside(parent + field.name(), field))
                .distinct()
                .forEach(tables::append);
    }

    private static String inside(String path, Field<?> field) {
        StringBuilder tables = new StringBuilder("\nIn `" + path + "`:\n\n");
        append(path + ".", shapes(field), tables);
        return tables.toString();
    }

    /** The fields behind the first one of each shape, by the kinds that have them. */
    private static Map<String, Map<String, Field<?>>> byKinds(List<Shape> shapes, Map<String, Field<?>> first) {
        Map<String, Field<?>> fields = new LinkedHashMap<>();
        Map<String, Set<String>> kinds = new LinkedHashMap<>();
        for (Shape shape : shapes) {
            for (Field<?> field : shape.fields()) {
                if (!first.containsValue(field)) {
                    add(field, fields);
                    kinds.computeIfAbsent(key(field), key -> new LinkedHashSet<>())
                            .add("`" + shape.fields().get(0).name() + "`");
                }
            }
        }
        Map<String, Map<String, Field<?>>> tables = new LinkedHashMap<>();
        fields.forEach((key, field) -> tables.computeIfAbsent(caption(kinds.get(key)), of -> new LinkedHashMap<>())
                .put(key, field));
        return tables;
    }

    private static String caption(@Nullable Set<String> kinds) {
        return kinds == null || kinds.size() > MANY ? "Of many kinds" : "Of " + String.join(", ", kinds);
    }

    private static void appendTable(String parent, Map<String, Field<?>> rows, StringBuilder table) {
        boolean isNeeded =
                rows.values().stream().anyMatch(field -> !field.when().isEmpty());
        table.append(isNeeded ? "| field | | must be there |\n| --- | --- | --- |\n" : "| field | |\n| --- | --- |\n");
        rows.values()
                .forEach(field -> table.append("| `" + parent + field.name() + "` | " + field.sentence() + " |"
                        + (isNeeded ? (field.when().isEmpty() ? " |" : " " + field.when() + " |") : "") + "\n"));
    }

    private static void add(Field<?> field, Map<String, Field<?>> rows) {
        rows.putIfAbsent(key(field), field);
    }

    private static String key(Field<?> field) {
        return field.name() + field.sentence();
    }
}
