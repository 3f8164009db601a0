package dev.weir.jobs.config.section;

import dev.weir.jobs.config.MessageFields;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.yaml.Item;
import dev.weir.jobs.config.yaml.TextFile;
import dev.weir.operators.identity.UnitForm;
import dev.weir.operators.identity.UnitName;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;

/** Reads where records come from and how they are written. */
public final class SourceReader {

    private static final Function<Item, Source.Format> FORMAT = Literals.choice(Source.Format.values());

    private final Path file;
    private final Purpose purpose;
    private UnitName unitName = UnitName.NONE;

    public SourceReader(Path file, Purpose purpose) {
        this.file = file;
        this.purpose = purpose;
    }

    /**
     * Reads the section.
     *
     * @param name the pipeline's, which names the consumer group unless the file does
     * @param event whether every record is a privacy unit, so that none is read
     */
    public Source read(Section section, String name, boolean event) {
        Source.Topic topic = topic(section.sectionRequiredIf("kafka", isRun()), name);
        Optional<Source.Format> format = section.required("format", FORMAT.andThen(Optional::of), Optional.empty());
        String time = section.required("time", Literals::text, "time");
        String unit = unit(section, event);
        List<String> columns = columns(section, format);
        requireColumn(section, "time", time, columns);
        requireColumn(section, "unit", unit, columns);
        unitName = unitName(section, event, canonical(unit, columns));
        Source.Delimiter delimiter = delimiter(section, format.orElse(Source.Format.CSV));
        section.finish();
        return new Source(topic, format.orElse(Source.Format.CSV), columns, time, unit, delimiter);
    }

    /** A sign or its name. */
    private static Source.Delimiter delimiter(Section section, Source.Format format) {
        if (format == Source.Format.JSON && section.has("delimiter")) {
            section.problem("delimiter", "must be left out for json");
        }
        return section.optional("delimiter", SourceReader::delimiter, Source.Delimiter.COMMA);
    }

    private static Source.Delimiter delimiter(Item item) {
        return Arrays.stream(Source.Delimiter.values())
                .filter(known ->
                        item.text().equals(known.spelled()) || item.text().equals(String.valueOf(known.sign())))
                .findFirst()
                .orElseThrow(() -> Literals.refusal("comma | semicolon | tab | bar, or the sign in quotes", item));
    }

    /** @param canonical the name of the field by which state and ledger know the units */
    private static UnitName unitName(Section section, boolean event, String canonical) {
        UnitForm form = section.optional("unit-form", Literals.choice(UnitForm.values()), UnitForm.EXACT);
        String former = section.optional("unit-was", Literals::text, "");
        for (String field : List.of("unit-form", "unit-was")) {
            if (event && section.has(field)) {
                section.problem(field, "must be left out where the unit is event");
            }
        }
        if (!event && former.equals(canonical)) {
            section.problem("unit-was", "must be another name than the field has now, was " + former);
        }
        return event ? UnitName.NONE : UnitName.of(canonical).inForm(form).formerly(former);
    }

    /** Where columns have no names but those of the pipeline file, the place tells them apart, and a name could move to another. */
    private static String canonical(String unit, List<String> columns) {
        int column = columns.indexOf(unit);
        return column < 0 || MessageFields.isOne(unit) ? unit : unit + " (column " + (column + 1) + ")";
    }

    /** Which ids stand for the units, once the section has been read. */
    public UnitName unitName() {
        return unitName;
    }

    private boolean isRun() {
        return purpose == Purpose.RUN;
    }

    private static String unit(Section section, boolean event) {
        String unit = section.requiredIf("unit", !event, Literals::text, "unit");
        return event ? "" : unit;
    }

    /** @param format empty where a problem has been noted */
    private List<String> columns(Section section, Optional<Source.Format> format) {
        if (section.has("columns")) {
            List<String> columns = section.list("columns", Literals::text);
            checkColumns(section, columns, format.orElse(Source.Format.CSV));
            return purpose == Purpose.REPLAY ? List.of() : columns;
        }
        if (isRun() && format.filter(Source.Format.CSV::equals).isPresent()) {
            section.problem("columns", "must be given for csv from Kafka");
        }
        return List.of();
    }

    private static void checkColumns(Section section, List<String> columns, Source.Format format) {
        if (format == Source.Format.JSON) {
            section.problem("columns", "must be left out for json");
        } else if (columns.isEmpty() || new HashSet<>(columns).size() < columns.size()) {
            section.problem("columns", "must be at least one, and distinct, were " + columns);
        }
    }

    /** Notes that a field is no column, where the columns are known and the field is one that is read. */
    private static void requireColumn(Section section, String field, String column, List<String> columns) {
        boolean isKnown = !columns.isEmpty() && !column.isEmpty() && !MessageFields.isOne(column);
        if (isKnown && section.has(field) && !columns.contains(column)) {
            section.problem(field, "must be one of the columns " + columns + ", was " + column);
        }
    }

    private Source.Topic topic(Section section, String name) {
        String brokers = section.requiredIf("brokers", isRun(), SourceReader::brokers, "");
        String topic = section.requiredIf("topic", isRun(), SinkReader::topic, "");
        Source.Start start = section.optional("start", Literals.choice(Source.Start.values()), Source.Start.EARLIEST);
        String group = section.optional("group", Literals::name, name);
        Map<String, String> properties = section.find("properties-file", Literals::text)
                .filter(any -> isRun())
                .map(path -> properties(section, path))
                .orElse(Map.of());
        section.finish();
        return new Source.Topic(brokers, topic, start, group, properties);
    }

    private static String brokers(Item item) {
        if (!item.text().matches("[^\\s,:]+:[0-9]{1,5}(,[^\\s,:]+:[0-9]{1,5})*")) {
            throw Literals.refusal("host:port, or several separated by commas", item);
        }
        return item.text();
    }

    /** Never says what is in the file: it may hold passwords. */
    private Map<String, String> properties(Section section, String path) {
        Properties properties = new Properties();
        try {
            Path resolved = file.resolveSibling(path);
            properties.load(new StringReader(TextFile.read(resolved)));
        } catch (IOException | IllegalArgumentException e) {
            section.problem("properties-file", "must be a readable properties file in UTF-8, was " + path);
        }
        Map<String, String> map = new HashMap<>();
        properties.stringPropertyNames().forEach(key -> map.put(key, properties.getProperty(key)));
        return map;
    }
}
