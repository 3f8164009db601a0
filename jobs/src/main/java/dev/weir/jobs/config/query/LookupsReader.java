package dev.weir.jobs.config.query;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Lookup;
import dev.weir.jobs.config.MessageFields;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.format.Delimiter;
import dev.weir.jobs.settings.Origin;
import dev.weir.jobs.settings.Problems;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the fields that are looked up in public tables. */
public final class LookupsReader {

    private static final Field<String> FROM = Field.of(
                    "from",
                    Literals.TEXT,
                    "the field of the record whose text is looked up; never a field that is looked up")
            .required();

    private static final Field<String> FILE = Field.of(
                    "file",
                    Literals.TEXT,
                    "CSV beside the pipeline file, with a header: the first column is the text, the second the result, a text once."
                            + " It is public, and read when the pipeline is built; another content is another version of each query that uses it")
            .required();

    private static final Field<String> OTHERS = Field.of(
            "others",
            Literals.TEXT,
            "the result for a text that is not in the file. Without it the field is absent then: `where` does not hold, and no declared"
                    + " key has it");

    private static final Shape LOOKUP = Shape.of(FROM, FILE, OTHERS);

    /** The section {@code lookups} of a pipeline file: fields by their names. */
    public static final Field<Map<String, Section>> LOOKUPS = Field.of(
            "lookups",
            new NamedType<>(MapType.of(LOOKUP)),
            "fields that are looked up in public files, by their names: see [keys](keys.md#look-ups). `where` and `key` may name"
                    + " them like fields of a record");

    private final Path file;
    private final Problems problems;
    private final Limits limits;

    /**
     * Creates a reader of one file.
     *
     * @param file the pipeline file; files that it names are relative to it
     * @param problems collects the problems of the file
     * @param limits the largest sizes of keys, which results must not exceed
     */
    public LookupsReader(Path file, Problems problems, Limits limits) {
        this.file = file;
        this.problems = problems;
        this.limits = limits;
    }

    /**
     * Reads the look-ups of a file.
     *
     * @param root the whole file
     * @param source the source of the records
     */
    public List<Lookup> read(Section root, Source source) {
        Map<String, Section> sections = root.read(LOOKUPS, Map.of());
        List<Lookup> lookups = new ArrayList<>();
        sections.forEach((name, section) -> {
            check(name, section, sections, source);
            read(name, section).ifPresent(lookups::add);
            section.finish();
        });
        return lookups;
    }

    private static void check(String name, Section section, Map<String, Section> all, Source source) {
        List<String> columns = source.columns();
        String from = section.find(FROM).orElse("");
        if (name.equals(source.time()) || name.equals(source.unit()) || columns.contains(name)) {
            section.problem(FROM, "must add a field that records do not have, was " + name);
        }
        if (all.containsKey(from)) {
            section.problem(FROM, "must be a field of the record, not one that is looked up, was " + from);
        } else if (!columns.isEmpty() && !from.isEmpty() && !columns.contains(from) && !MessageFields.isOne(from)) {
            section.problem(FROM, "must read one of the columns " + columns + ", was " + from);
        }
    }

    private Optional<Lookup> read(String name, Section section) {
        Optional<String> path = section.find(FILE);
        String others = section.find(OTHERS).orElse(null);
        if (others != null && isTooLong(others)) {
            section.problem(OTHERS, "must have at most " + limits.keyBytes() + " bytes (limits.key-bytes)");
        }
        if (path.isEmpty()) {
            return Optional.empty();
        }
        try {
            PublicFile table = PublicFile.read(file, path.get());
            ChainHash digest = ChainHash.digest(table.text().getBytes(StandardCharsets.UTF_8));
            return Optional.of(
                    new Lookup(name, section.read(FROM, "from"), results(section, table), others, digest.toString()));
        } catch (IllegalArgumentException e) {
            section.problem(FILE, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private Map<String, String> results(Section section, PublicFile table) {
        Map<String, String> results = new LinkedHashMap<>();
        int row = 0;
        for (PublicFile.Line line : table.lines()) {
            List<String> cells = Delimiter.COMMA.columns(line.bytes()).orElse(List.of());
            String rule = rule(cells, results);
            if (!rule.isEmpty()) {
                problems.add(new Origin(table.path().toString(), line.number()), section.path(FILE), rule);
            } else if (row > 0) {
                results.put(cells.get(0), cells.get(1));
            }
            row++;
        }
        if (row < 2) {
            section.problem(FILE, "must hold a header and at least one row");
        }
        return results;
    }

    /** The rule that a row breaks; an empty text if it breaks none. */
    private String rule(List<String> cells, Map<String, String> before) {
        if (cells.size() != 2 || cells.get(0).isEmpty() || cells.get(1).isEmpty()) {
            return "must be CSV with a text and its result in each line, neither empty";
        }
        if (cells.stream().anyMatch(this::isTooLong)) {
            return "texts and results must have at most " + limits.keyBytes() + " bytes (limits.key-bytes)";
        }
        return before.containsKey(cells.get(0)) ? "texts must be distinct, was " + cells.get(0) + " twice" : "";
    }

    private boolean isTooLong(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length > limits.keyBytes();
    }
}
