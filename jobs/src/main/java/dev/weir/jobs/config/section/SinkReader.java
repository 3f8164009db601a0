package dev.weir.jobs.config.section;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.format.registry.RegistrySection;
import dev.weir.jobs.format.registry.access.RowRegistry;
import dev.weir.jobs.settings.Item;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the names of the topics to which a job writes. */
public final class SinkReader {

    private static final String JSON = "json";
    private static final String AVRO = "avro";

    /** The type of a topic's name, by Kafka's rules, without the name of the register of domains, which is refused. */
    static final Literal<String> TOPIC_NAME =
            Literals.name(249, "a topic: 1 to 249 of A-Z a-z 0-9 . _ -").checked(SinkReader::refuseRegister);

    private static final Field<String> TOPIC = Field.of(
                    "topic",
                    TOPIC_NAME,
                    "releases: the value is a line of `released.jsonl`, the key its release id, with headers: [reading](reading.md)")
            .neededIf("run");

    private static final Field<String> WITHHELD = Field.of(
            "withheld",
            TOPIC_NAME,
            "the ids of releases that key accounts withheld; by default the topic's name and `-withheld`");

    private static final Field<String> DEAD_LETTER = Field.of(
            "dead-letter",
            TOPIC_NAME,
            "rejected records, raw, their code in a header: as private as the source. One that the topic cannot take whole is cut"
                    + " ([operations](operations.md)). By default the pipeline's name and `-dead-letter`");

    private static final Field<String> LEDGER = Field.of(
            "ledger",
            TOPIC_NAME,
            "what all pipelines of the domain have released and spent: private, and never to be lost"
                    + " ([operations](ledger.md#the-ledger)). By default the domain's name and `-ledger`. A domain that has"
                    + " started keeps its ledger: another one is refused");

    private static final Field<Boolean> SKIP_PRESENT = Field.of(
            "skip-present",
            Literals.TRUTH,
            "`true`: a row that may have been written before a failure is written again only if the topic does not have it:"
                    + " [what that takes](operations.md#rows-that-stand-twice). By default `false`: it is written again, with the"
                    + " same bytes");

    private static final Field<Section> KAFKA = Field.of(
                    "kafka",
                    MapType.of(Shape.of(TOPIC, WITHHELD, DEAD_LETTER, LEDGER, SKIP_PRESENT)),
                    "the topics; `source.kafka.brokers` and its properties serve them too")
            .neededIf("run");

    private static final Field<String> LAYOUT = Field.of(
            "layout",
            Literals.oneOf(Sink.NESTED, Sink.FLAT),
            "`nested`: a row is an object with objects in it ([reading](reading.md)); `flat`: a row has a column for each"
                    + " number ([consuming](consuming.md)). By default `nested` for `json`, else `flat`, which is then the only one."
                    + " Rows that were drawn keep their form when this is changed. For `kind: aggregate` alone");

    private static final Field<String> FORMAT = Field.of(
            "format",
            Literals.oneOf(JSON, "csv", AVRO),
            "of rows: `json` (default), `csv` (a line without names, columns in their order) or `avro` (single-object encoding:"
                    + " each row behind the fingerprint of its schema; with `registry` behind its header). As `layout`, this holds for rows that are drawn from now on");

    private static final Field<String> KIND = Field.of("kind", Literals.TEXT, "");

    /** The section {@code sink} of a pipeline file. */
    public static final Field<Section> SINK = Field.of(
                    "sink",
                    MapType.of(Shape.of(KAFKA, FORMAT, LAYOUT, RegistrySection.OF_ROWS)),
                    "where releases go, and in which form")
            .neededIf("run");

    private final Section kafka;
    private final boolean needed;

    /**
     * The names from which the default names of topics are formed.
     *
     * @param pipeline the name of the pipeline, for the topics that it alone writes
     * @param domain the name of the domain, for its ledger
     * @param file the pipeline file; paths are relative to its folder
     */
    public record Names(String pipeline, String domain, Path file) {}

    private SinkReader(Section kafka, boolean needed) {
        this.kafka = kafka;
        this.needed = needed;
    }

    /**
     * Reads the section {@code sink}.
     *
     * @param root the whole file
     * @param purpose the purpose for which the file is read
     * @param names the names for topics that the file does not name
     * @param source the source of records, to whose topic the job must not write
     */
    public static Sink read(Section root, Purpose purpose, Names names, Source source) {
        boolean needed = purpose == Purpose.RUN;
        Section outer = root.section(SINK, needed);
        Section kafka = outer.section(KAFKA, needed);
        Optional<RowRegistry> registry = RegistrySection.ofRows(outer, names.file(), needed);
        Sink sink = new SinkReader(kafka, needed).topics(names, form(outer, registry.isPresent()), registry);
        if (outer.has(LAYOUT) || outer.has(FORMAT)) {
            requireAggregates(root.read(KIND, Pipeline.AGGREGATE), outer);
        }
        requireDistinct(kafka, sink, needed ? source.kafka().topic() : "");
        kafka.finish();
        outer.finish();
        return sink;
    }

    private static Sink.Form form(Section outer, boolean isRegistered) {
        String format = outer.read(FORMAT, JSON);
        String layout = outer.read(LAYOUT, format.equals(JSON) ? Sink.NESTED : Sink.FLAT);
        if (!format.equals(JSON) && layout.equals(Sink.NESTED)) {
            outer.problem(LAYOUT, "must be flat for " + format);
        }
        if (isRegistered && !format.equals(AVRO)) {
            outer.problem(
                    RegistrySection.OF_ROWS, "must be left out for " + format + ": only rows of avro are registered");
        }
        return switch (format) {
            case "csv" -> Sink.Form.FLAT_CSV;
            case AVRO -> isRegistered ? Sink.Form.FLAT_AVRO_CONFLUENT : Sink.Form.FLAT_AVRO;
            default -> layout.equals(Sink.FLAT) ? Sink.Form.FLAT_JSON : Sink.Form.NESTED_JSON;
        };
    }

    /**
     * Requires that each subject of a registry has one schema.
     *
     * @param root the whole file
     * @param pipeline the pipeline
     */
    public static void requireSubjects(Section root, Pipeline pipeline) {
        RowRegistry registry = pipeline.sink().registry();
        if (registry != null) {
            List<String> queries = pipeline.plan().queries().stream()
                    .map(priced -> priced.query().name())
                    .toList();
            RegistrySection.requireSubjects(root.section(SINK), registry, queries);
        }
    }

    private static void requireAggregates(String kind, Section outer) {
        if (!kind.equals(Pipeline.AGGREGATE)) {
            outer.problem(
                    outer.has(LAYOUT) ? LAYOUT : FORMAT, "must be left out: rows of kind " + kind + " have one form");
        }
    }

    private Sink topics(Names names, Sink.Form form, Optional<RowRegistry> registry) {
        String released = kafka.read(TOPIC, needed, names.pipeline() + "-released");
        String withheld = kafka.read(WITHHELD, released + "-withheld");
        String deadLetter = kafka.read(DEAD_LETTER, names.pipeline() + "-dead-letter");
        String ledger = kafka.read(LEDGER, names.domain() + "-ledger");
        boolean skipPresent = kafka.read(SKIP_PRESENT, false);
        return new Sink(released, withheld, deadLetter, ledger, skipPresent, form, registry.orElse(null));
    }

    private static void refuseRegister(Item item) {
        if (item.text().equals(Sink.REGISTER)) {
            throw new IllegalArgumentException(
                    "must not be " + Sink.REGISTER + ", which the brokers keep for the register of domains");
        }
    }

    private static void requireDistinct(Section kafka, Sink sink, String input) {
        List<String> written = List.of(sink.released(), sink.withheld(), sink.deadLetter(), sink.ledger());
        if (Set.copyOf(written).size() < written.size()) {
            kafka.problem(TOPIC, "topics of released, withheld, dead-letter and ledger must differ");
        }
        if (written.contains(input)) {
            kafka.problem(TOPIC, "topics of released, withheld, dead-letter and ledger must not be the source's");
        }
    }
}
