package dev.weir.jobs.format.registry;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.format.registry.access.RegistryAccess;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import dev.weir.jobs.format.registry.access.RowRegistry;
import dev.weir.jobs.settings.TextFile;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/** The sections {@code source.registry} and {@code sink.registry} of a pipeline file. */
public final class RegistrySection {

    /** How much longer than the longest wait the other partitions of a task must count as busy, with as much again for what else delays it. */
    private static final int TIMES = 3;

    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s/@?#]+(/[^\\s@?#]*)?");

    private static final Field<String> URL = Field.of(
                    "url", Literals.TEXT, "its address, below which it has `/subjects`, without a user or a password")
            .required();

    private static final Field<String> SUBJECT = Field.of(
                    "subject",
                    Literals.TEXT,
                    "the subject of the topic, by the usual names `TOPIC-value`. Messages with schemas of other subjects are"
                            + " `UNKNOWN_SCHEMA`")
            .required();

    private static final Field<Boolean> IDS = Field.of(
            "ids",
            Literals.choice(List.of("int", "long"), "int | long").map("long"::equals),
            "how the header has the number of the schema: `int` (default, four bytes) or `long` (eight, as Apicurio's serializers"
                    + " may be set to)");

    private static final Field<String> PROPERTIES_FILE = Field.of(
            "properties-file",
            Literals.TEXT,
            "a file beside the pipeline file with `basic.auth.user.info` and `ssl.truststore.location`, `.password` and `.type`; never"
                    + " shown");

    /** The section. */
    public static final Field<Section> REGISTRY = Field.of(
            "registry",
            MapType.of(Shape.of(URL, SUBJECT, IDS, PROPERTIES_FILE)),
            "of avro and protobuf, the schema registry by which messages name their schemas: see [formats](source-formats.md#a-schema-registry)");

    private static final Field<Boolean> SUBJECTS = Field.of(
            "subjects",
            Literals.choice(List.of("topic", "topic-record"), "topic | topic-record")
                    .map("topic-record"::equals),
            "under which subject the schema of a row is: `topic` (default, `TOPIC-value`), or `topic-record`"
                    + " (`TOPIC-weir.DOMAIN.QUERY`), which pipelines with several queries need");

    /** The section of the registry of rows. */
    public static final Field<Section> OF_ROWS = Field.of(
            "registry",
            MapType.of(Shape.of(URL, SUBJECTS, PROPERTIES_FILE)),
            "of avro, the schema registry in which the schemas of rows are registered when a job starts; rows then begin with its header instead"
                    + " of a fingerprint: see [consuming](consuming.md#a-schema-registry)");

    /** The rule for the number of one schema, which a registry takes the place of. */
    public static final String EXCLUDES_ID =
            "must be left out with source.registry, which says what numbers of schemas mean";

    private RegistrySection() {}

    /**
     * Reads the section of the registry of rows. Mistakes are noted as its problems.
     *
     * @param sink the section {@code sink}
     * @param file the pipeline file; paths are relative to its folder
     * @param isRun whether rows go to a topic
     * @return no value if the file has no such section
     */
    public static Optional<RowRegistry> ofRows(Section sink, Path file, boolean isRun) {
        if (!sink.has(OF_ROWS)) {
            return Optional.empty();
        }
        Section section = sink.section(OF_ROWS);
        Address address = address(section, file, isRun);
        RowRegistry registry = new RowRegistry(address.url, address.access, section.read(SUBJECTS, false), Map.of());
        section.finish();
        return Optional.of(registry);
    }

    /**
     * Notes a problem if rows of several queries would be under one subject, which has one schema.
     *
     * @param sink the section {@code sink}
     * @param registry what was read of it
     * @param queries the names of the pipeline's queries
     */
    public static void requireSubjects(Section sink, RowRegistry registry, List<String> queries) {
        if (queries.size() > 1 && !registry.isByRecord()) {
            sink.section(OF_ROWS)
                    .problem(
                            SUBJECTS,
                            "must be topic-record: a subject has one schema, and there are " + queries.size()
                                    + " queries");
        }
        Map<String, String> records = new HashMap<>();
        for (String query : queries) {
            String other = records.put(RowRegistry.avroName(query), query);
            if (other != null && registry.isByRecord()) {
                sink.problem(
                        OF_ROWS,
                        "must have a subject for each query, but Avro has one name, " + RowRegistry.avroName(query)
                                + ", for the queries " + other + " and " + query + ": rename one");
            }
        }
    }

    /**
     * Reads the section. Mistakes are noted as its problems.
     *
     * @param source the section {@code source}
     * @param file the pipeline file; paths are relative to its folder
     * @param type the type of the schemas, as registries name it
     * @param isRun whether messages come from a topic
     * @return no value if the file has no such section
     */
    public static Optional<RegistrySettings> read(Section source, Path file, String type, boolean isRun) {
        if (!source.has(REGISTRY)) {
            return Optional.empty();
        }
        Section section = source.section(REGISTRY);
        Address address = address(section, file, isRun);
        RegistrySettings settings = new RegistrySettings(
                address.url,
                section.read(SUBJECT, ""),
                section.read(IDS, false) ? Long.BYTES : Integer.BYTES,
                address.access,
                isRun,
                type);
        section.finish();
        return Optional.of(settings);
    }

    /**
     * Notes a problem if records may wait for so long that partitions count as idle meanwhile, and windows close before what they hold is read.
     *
     * @param source the section {@code source}
     * @param patience for how long records wait
     * @param idle after which time without records a partition counts as idle
     */
    public static void requireLonger(Section source, Duration patience, Duration idle) {
        Duration least = patience.multipliedBy(TIMES);
        if (idle.compareTo(least) < 0) {
            source.problem(
                    REGISTRY,
                    "clock.idle must be at least " + least.toSeconds()
                            + "s with a registry, for which messages may wait, was " + idle.toSeconds() + "s");
        }
    }

    private static boolean isAddress(String url) {
        try {
            return ADDRESS.matcher(url).matches() && new URI(url).getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /**
     * Where a registry is.
     *
     * @param url its address, without a slash at its end
     * @param access how it is accessed
     */
    private record Address(String url, RegistryAccess access) {}

    private static Address address(Section section, Path file, boolean isRun) {
        String url = section.read(URL, "");
        if (!url.isEmpty() && !isAddress(url)) {
            section.problem(
                    URL,
                    "must be http:// or https://, a host and perhaps a path, without a user, a password or a query");
        }
        RegistryAccess access = section.find(PROPERTIES_FILE)
                .filter(any -> isRun)
                .map(path -> access(section, file.resolveSibling(path), path))
                .orElse(RegistryAccess.OPEN);
        if (access.isOpenedBy(url)) {
            section.problem(
                    URL,
                    "must be https:// with a user and a password, which http:// sends as they are to another machine");
        }
        return new Address(url.endsWith("/") ? url.substring(0, url.length() - 1) : url, access);
    }

    /** Reads the properties. Problems never show their content, which has a password. */
    private static RegistryAccess access(Section section, Path path, String named) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(TextFile.read(path)));
        } catch (IOException | IllegalArgumentException e) {
            section.problem(PROPERTIES_FILE, "must be a readable properties file in UTF-8, was " + named);
            return RegistryAccess.OPEN;
        }
        try {
            return RegistryAccess.of(properties, path);
        } catch (IllegalArgumentException e) {
            section.problem(PROPERTIES_FILE, String.valueOf(e.getMessage()));
            return RegistryAccess.OPEN;
        }
    }
}
