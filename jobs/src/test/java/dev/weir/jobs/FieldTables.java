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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tables of fields on the page about pipeline files. Each is between two comments, the first of which names a field. */
final class FieldTables {

    private static final Pattern TABLE = Pattern.compile("(?s)(<!-- fields of ([a-z ]+) -->\n\n)(.*?)(\n<!-- end -->)");

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

    /** Returns a page with the correct tables. */
    static String writtenInto(String page) {
        return TABLE.matcher(page)
                .replaceAll(found ->
                        Matcher.quoteReplacement(found.group(1) + table(shapes(found.group(2))) + found.group(4)));
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

    private static String table(List<Shape> shapes) {
        Map<String, Field<?>> rows = new LinkedHashMap<>();
        add(shapes, rows);
        boolean isNeeded =
                rows.values().stream().anyMatch(field -> !field.when().isEmpty());
        StringBuilder table = new StringBuilder(
                isNeeded ? "| field | | must be there |\n| --- | --- | --- |\n" : "| field | |\n| --- | --- |\n");
        rows.values()
                .forEach(field -> table.append("| `" + field.name() + "` | " + field.sentence() + " |"
                        + (isNeeded ? (field.when().isEmpty() ? " |" : " " + field.when() + " |") : "") + "\n"));
        return table.toString();
    }

    private static void add(Field<?> field, Map<String, Field<?>> rows) {
        rows.putIfAbsent(field.name() + field.sentence(), field);
    }

    /**
     * Adds the rows of several shapes. The fields that distinguish the shapes come first, and a field of several shapes has
     * one row.
     */
    private static void add(List<Shape> shapes, Map<String, Field<?>> rows) {
        if (shapes.size() > 1) {
            shapes.forEach(shape -> add(shape.fields().get(0), rows));
        }
        for (Field<?> field :
                shapes.stream().flatMap(shape -> shape.fields().stream()).toList()) {
            add(field, rows);
            if (!TITLES.contains(field) && !BUDGETS.contains(field)) {
                add(shapes(field), rows);
            }
        }
    }
}
