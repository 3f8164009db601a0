package dev.weir.jobs.format.registry;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.settings.TextFile;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/** The section {@code source.registry} of a pipeline file. */
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
            "of avro, the schema registry by which messages name their schemas: see [formats](source-formats.md#a-schema-registry)");

    private RegistrySection() {}

    /**
     * Reads the section. Mistakes are noted as its problems.
     *
     * @param source the section {@code source}
     * @param file the pipeline file; paths are relative to its folder
     * @param isRun whether messages come from a topic
     * @return no value if the file has no such section
     */
    public static Optional<RegistrySettings> read(Section source, Path file, boolean isRun) {
        if (!source.has(REGISTRY)) {
            return Optional.empty();
        }
        Section section = source.section(REGISTRY);
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
        RegistrySettings settings = new RegistrySettings(
                url.endsWith("/") ? url.substring(0, url.length() - 1) : url,
                section.read(SUBJECT, ""),
                section.read(IDS, false) ? Long.BYTES : Integer.BYTES,
                access,
                isRun);
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
