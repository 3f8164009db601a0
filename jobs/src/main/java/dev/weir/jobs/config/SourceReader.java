package dev.weir.jobs.config;

import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.operators.query.UnitForm;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Reads where records come from and how they are written. */
final class SourceReader {

    private final Path file;
    private final Purpose purpose;
    private UnitForm unitForm = UnitForm.EXACT;

    SourceReader(Path file, Purpose purpose) {
        this.file = file;
        this.purpose = purpose;
    }

    /**
     * Reads the section.
     *
     * @param name the pipeline's, which names the consumer group unless the file does
     * @param event whether every record is a privacy unit, so that none is read
     */
    Source read(Section section, String name, boolean event) {
        boolean run = purpose == Purpose.RUN;
        Source.Topic topic = topic(run ? section.section("kafka") : section.optionalSection("kafka"), name);
        int before = section.problemsSoFar();
        Source.Format format = section.required("format", Literals.choice(Source.Format.values()), Source.Format.CSV);
        boolean known = section.isSound(before);
        String time = section.required("time", Literals::text, "time");
        String unit =
                event ? section.optional("unit", Literals::text, "") : section.required("unit", Literals::text, "unit");
        readUnitForm(section, event);
        List<String> columns = known || section.has("columns") ? columns(section, format) : List.of();
        if (!columns.isEmpty()) {
            requireColumn(section, "time", time, columns);
            requireColumn(section, "unit", event ? columns.get(0) : unit, columns);
        }
        section.finish();
        return new Source(topic, format, columns, time, event ? "" : unit);
    }

    private void readUnitForm(Section section, boolean event) {
        unitForm = section.optional("unit-form", Literals.choice(UnitForm.values()), UnitForm.EXACT);
        if (event && section.has("unit-form")) {
            section.problem("unit-form", "must be left out where the unit is event");
        }
    }

    /** In which form the ids of units are compared, once the section has been read. */
    UnitForm unitForm() {
        return unitForm;
    }

    private List<String> columns(Section section, Source.Format format) {
        if (!section.has("columns")) {
            if (purpose == Purpose.RUN && format == Source.Format.CSV) {
                section.problem("columns", "must be given for csv from Kafka");
            }
            return List.of();
        }
        List<String> columns = section.list("columns", Literals::text);
        if (format == Source.Format.JSON) {
            section.problem("columns", "must be left out for json");
        } else if (columns.isEmpty() || new HashSet<>(columns).size() < columns.size()) {
            section.problem("columns", "must be at least one, and distinct, were " + columns);
        }
        return purpose == Purpose.REPLAY ? List.of() : columns;
    }

    private static void requireColumn(Section section, String field, String column, List<String> columns) {
        if (section.has(field) && !columns.contains(column)) {
            section.problem(field, "must be one of the columns " + columns + ", was " + column);
        }
    }

    private Source.Topic topic(Section section, String name) {
        boolean run = purpose == Purpose.RUN;
        String brokers = run
                ? section.required("brokers", SourceReader::brokers, "")
                : section.optional("brokers", SourceReader::brokers, "");
        String topic = run
                ? section.required("topic", Literals::topic, "topic")
                : section.optional("topic", Literals::topic, "");
        Source.Start start = section.optional("start", Literals.choice(Source.Start.values()), Source.Start.EARLIEST);
        String group = section.optional("group", Literals::name, name);
        Map<String, String> properties = section.find("properties-file", Literals::text)
                .filter(any -> run)
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
