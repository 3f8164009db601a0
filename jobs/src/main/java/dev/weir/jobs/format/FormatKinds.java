package dev.weir.jobs.format;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The formats of records. This is the one list of them: a format that is in it is read, and is in the schema and on the page. */
public final class FormatKinds {

    private static final List<FormatKind> ALL = List.of(CsvFormat.KIND, JsonFormat.KIND);

    private static final List<String> WORDS = ALL.stream().map(FormatKind::word).toList();

    private static final Field<FormatKind> FORMAT = Field.of(
                    "format",
                    Literals.choice(WORDS, String.join(" | ", WORDS)).map(word -> ALL.get(WORDS.indexOf(word))),
                    ALL.stream()
                            .map(kind -> "`" + kind.word() + "` (" + kind.sentence() + ")")
                            .collect(Collectors.joining(" or ")))
            .required();

    private static final List<Field<?>> OWN =
            ALL.stream().flatMap(kind -> kind.fields().stream()).distinct().toList();

    /** The fields of a source that say what its format is. */
    public static final List<Field<?>> FIELDS =
            Stream.concat(Stream.of(FORMAT), OWN.stream()).toList();

    private FormatKinds() {}

    /**
     * Reads the format of a source. What is wrong is noted.
     *
     * @param source the section
     * @param file the pipeline file, which others that it names are relative to
     * @param isRun whether records come from a topic
     */
    public static RecordFormat read(Section source, Path file, boolean isRun) {
        Optional<FormatKind> found = source.find(FORMAT);
        FormatKind kind = found.orElse(CsvFormat.KIND);
        OWN.stream()
                .filter(field -> source.has(field) && !kind.fields().contains(field))
                .forEach(field -> source.problem(field, "must be left out for " + kind.word()));
        return kind.reader().read(source, file, isRun && found.isPresent());
    }
}
