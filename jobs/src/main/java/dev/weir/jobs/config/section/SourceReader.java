package dev.weir.jobs.config.section;

import dev.weir.accountant.journal.meaning.TimeField;
import dev.weir.jobs.config.MessageFields;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.format.RecordFormat;
import dev.weir.jobs.settings.TextFile;
import dev.weir.operators.encoding.UnitForm;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.time.text.TimeFormat;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Reads the source of records and their format. */
public final class SourceReader {

    private static final Field<String> BROKERS = Field.of(
                    "brokers",
                    Literals.matching(
                            "[^\\s,:]+:[0-9]{1,5}(,[^\\s,:]+:[0-9]{1,5})*",
                            "host:port, or several separated by commas"),
                    "`host:port`, several separated by commas")
            .neededIf("run");

    private static final Field<String> TOPIC = Field.of(
                    "topic",
                    SinkReader.TOPIC_NAME,
                    "its name. A partition is read in its order: write all records of a unit to one partition. Partitions that are added"
                            + " while a job runs are found within a minute and read from their first record, and windows wait for"
                            + " them. [Another topic](operating.md#what-may-be-changed) under the same state is refused where the unit"
                            + " is `event` (`STATE_UNUSABLE`); for other units it is read from where `start` says")
            .neededIf("run");

    private static final Field<Source.Start> START = Field.of(
            "start",
            Literals.choice(Source.Start.values()),
            "`earliest` (default) or `latest`: where a job without state begins");

    private static final Field<String> GROUP = Field.of(
            "group",
            new Literal<>(Literals.NAME.parser(), Literals.TEXT.schema()),
            "the consumer group; by default the pipeline's name");

    private static final Field<String> PROPERTIES_FILE = Field.of(
            "properties-file",
            Literals.TEXT,
            "client properties, passwords included, beside the pipeline file; never shown");

    private static final Field<Section> KAFKA = Field.of(
                    "kafka", MapType.of(Shape.of(BROKERS, TOPIC, START, GROUP, PROPERTIES_FILE)), "the topic")
            .neededIf("run");

    private static final Field<String> TIME =
            Field.of("time", Literals.TEXT, "the field with the event time").required();

    /** The field that names the record's field with the unit's id. */
    public static final Field<String> UNIT = Field.of(
                    "unit", Literals.TEXT, "the field that names the person; left out where the unit is `event`")
            .neededIf("always");

    private static final Field<UnitForm> UNIT_FORM = Field.of(
            "unit-form",
            Literals.choice(UnitForm.values()),
            "in which form ids are compared: `exact` (default), `lower-case` or `number`: see [below](#ids-of-units)");

    private static final Field<String> UNIT_WAS = Field.of(
            "unit-was",
            Literals.TEXT,
            "the name that the field had before, where nothing but its name has changed: see [below](#another-field)");

    /** The section {@code source} of a pipeline file. */
    public static final Field<Section> SOURCE = Field.of(
                    "source",
                    MapType.of(Shape.of(KAFKA)
                            .with(FormatKinds.FIELDS.toArray(Field<?>[]::new))
                            .with(
                                    TIME,
                                    TimesReader.FORMAT,
                                    TimesReader.ZONE,
                                    TimesReader.WAS,
                                    UNIT,
                                    UNIT_FORM,
                                    UNIT_WAS)),
                    "where records come from")
            .required();

    /** The section {@code source} of a pipeline file whose records have one form only: the topic alone. */
    public static final Field<Section> TOPIC_ALONE = Field.of(
                    "source", MapType.of(Shape.of(KAFKA)), "where records come from")
            .neededIf("run");

    private final Path file;
    private final Purpose purpose;
    private UnitName unitName = UnitName.NONE;

    /**
     * Creates a reader of one file.
     *
     * @param file the pipeline file; files that it names are relative to it
     * @param purpose the purpose for which the file is read
     */
    public SourceReader(Path file, Purpose purpose) {
        this.file = file;
        this.purpose = purpose;
    }

    /**
     * Reads the section {@code source}.
     *
     * @param root the whole file
     * @param name the name of the pipeline, which is the default name of the consumer group
     * @param event whether every record is a privacy unit, so that records have no field with a unit's id
     */
    public Source read(Section root, String name, boolean event) {
        Section section = root.section(SOURCE);
        return read(section, name, event, unit(section, event));
    }

    /**
     * Reads the section {@code source} of a file that names the field of the units' ids in another section. The section may name
     * it as well.
     *
     * @param root the whole file
     * @param name the name of the pipeline, which is the default name of the consumer group
     * @param unit the field with the unit's id
     */
    public Source readBeside(Section root, String name, String unit) {
        Section section = root.section(SOURCE);
        if (section.find(UNIT).filter(named -> !named.equals(unit)).isPresent()) {
            section.problem(UNIT, "must be left out, or be " + unit);
        }
        return read(section, name, false, unit);
    }

    private Source read(Section section, String name, boolean event, String unit) {
        Source.Topic topic = topic(section.section(KAFKA, isRun()), name);
        RecordFormat format = FormatKinds.read(section, file, isRun());
        String time = section.read(TIME, "time");
        TimeFormat times = TimesReader.read(section);
        format.timeProblem(time, times).ifPresent(rule -> section.problem(TimesReader.FORMAT, rule));
        if (purpose == Purpose.REPLAY) {
            format = format.withColumns(List.of());
        }
        List<String> columns = format.columns();
        requireColumn(section, TIME, time, columns);
        requireColumn(section, UNIT, unit, columns);
        TimeField read = time.isEmpty() ? TimeField.UNKNOWN : new TimeField(canonical(time, format), times.words());
        unitName = TimesReader.named(section, unitName(section, event, canonical(unit, format)), read);
        section.finish();
        return new Source(topic, format, time, times, unit, List.of());
    }

    /**
     * Reads the section {@link #TOPIC_ALONE}.
     *
     * @param root the whole file
     * @param name the name of the pipeline, which is the default name of the consumer group
     * @param format the one form of the records
     */
    public Source readTopic(Section root, String name, RecordFormat format) {
        Section section = root.section(TOPIC_ALONE, isRun());
        Source.Topic topic = topic(section.section(KAFKA, isRun()), name);
        section.finish();
        return new Source(topic, format, "", "");
    }

    /**
     * Reads how the units' ids are named and compared.
     *
     * @param canonical the name of the ids' field in state and ledger
     */
    private static UnitName unitName(Section section, boolean event, String canonical) {
        UnitForm form = section.read(UNIT_FORM, UnitForm.EXACT);
        String former = section.read(UNIT_WAS, "");
        for (Field<?> field : List.of(UNIT_FORM, UNIT_WAS, TimesReader.WAS)) {
            if (event && section.has(field)) {
                section.problem(field, "must be left out where the unit is event");
            }
        }
        if (!event && former.equals(canonical)) {
            section.problem(UNIT_WAS, "must be another name than the field has now, was " + former);
        }
        return event ? UnitName.NONE : UnitName.of(canonical).inForm(form).formerly(former);
    }

    /**
     * Returns the name of a field in state and ledger. This name includes the place of the field where the format has one: see {@link
     * RecordFormat#place}.
     */
    private static String canonical(String field, RecordFormat format) {
        Optional<String> place = MessageFields.isOne(field) ? Optional.empty() : format.place(field);
        return place.map(where -> field + " (" + where + ")").orElse(field);
    }

    /** Returns the field and form of the units' ids. The section must have been read. */
    public UnitName unitName() {
        return unitName;
    }

    private boolean isRun() {
        return purpose == Purpose.RUN;
    }

    private static String unit(Section section, boolean event) {
        String unit = section.read(UNIT, !event, "unit");
        return event ? "" : unit;
    }

    /**
     * Notes a problem if the columns are known and a field that the file states is not one of them. A field of the message
     * needs no column.
     */
    private static void requireColumn(Section section, Field<?> field, String column, List<String> columns) {
        boolean isKnown = !columns.isEmpty() && !column.isEmpty() && !MessageFields.isOne(column);
        if (isKnown && section.has(field) && !columns.contains(column)) {
            section.problem(field, "must be one of the columns " + columns + ", was " + column);
        }
    }

    private Source.Topic topic(Section section, String name) {
        String brokers = section.read(BROKERS, isRun(), "");
        String topic = section.read(TOPIC, isRun(), "");
        Source.Start start = section.read(START, Source.Start.EARLIEST);
        String group = section.read(GROUP, name);
        Map<String, String> properties = section.find(PROPERTIES_FILE)
                .filter(any -> isRun())
                .map(path -> properties(section, path))
                .orElse(Map.of());
        section.finish();
        return new Source.Topic(brokers, topic, start, group, properties);
    }

    /** Reads client properties. Problems never show the content of the file, which may hold passwords. */
    private Map<String, String> properties(Section section, String path) {
        Properties properties = new Properties();
        try {
            Path resolved = file.resolveSibling(path);
            properties.load(new StringReader(TextFile.read(resolved)));
        } catch (IOException | IllegalArgumentException e) {
            section.problem(PROPERTIES_FILE, "must be a readable properties file in UTF-8, was " + path);
        }
        Map<String, String> map = new HashMap<>();
        properties.stringPropertyNames().forEach(key -> map.put(key, properties.getProperty(key)));
        return map;
    }
}
