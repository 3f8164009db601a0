package dev.weir.jobs.config.section;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.format.CsvFormat;
import dev.weir.jobs.format.FormatKind;
import dev.weir.jobs.format.JsonFormat;
import dev.weir.jobs.format.RecordFormat;
import dev.weir.jobs.format.avro.AvroFormat;
import dev.weir.jobs.format.protobuf.ProtobufFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The list of all formats of records. A format in this list can be read, and appears in the schema of pipeline files and in
 * their documentation.
 */
final class FormatKinds {

    private static final List<FormatKind> ALL =
            List.of(CsvFormat.KIND, JsonFormat.KIND, AvroFormat.KIND, ProtobufFormat.KIND);

    private static final List<String> WORDS = ALL.stream().map(FormatKind::word).toList();

    private static final Field<FormatKind> FORMAT = Field.of(
                    "format",
                    Literals.choice(WORDS, String.join(" | ", WORDS)).map(word -> ALL.get(WORDS.indexOf(word))),
                    ALL.stream()
                            .map(kind -> "`" + kind.word() + "` (" + kind.sentence() + ")")
                            .collect(Collectors.joining(", ")))
            .required();

    private static final List<Field<?>> OWN =
            ALL.stream().flatMap(kind -> kind.fields().stream()).distinct().toList();

    /** The fields of the section {@code source} that describe the format: {@code format}, and the own fields of all formats. */
    static final List<Field<?>> FIELDS =
            Stream.concat(Stream.of(FORMAT), OWN.stream()).toList();

    private FormatKinds() {}

    /**
     * Reads the format of a source. Mistakes are noted as problems of the section. If the format is missing or wrong, CSV is
     * assumed.
     *
     * @param source the section {@code source}
     * @param file the pipeline file; paths in it are relative to its folder
     * @param isRun whether records come from a topic
     */
    static RecordFormat read(Section source, Path file, boolean isRun) {
        Optional<FormatKind> found = source.find(FORMAT);
        FormatKind kind = found.orElse(CsvFormat.KIND);
        OWN.stream()
                .filter(field -> source.has(field) && !kind.fields().contains(field))
                .forEach(field -> source.problem(field, "must be left out for " + kind.word()));
        return kind.reader().read(source, file, isRun && found.isPresent());
    }
}
