package dev.weir.jobs.format;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import java.nio.file.Path;
import java.util.List;

/**
 * A format that a pipeline file can name: its word, its own fields in the section {@code source}, and how these are read.
 *
 * @param word the value of {@code source.format}
 * @param sentence what a record of this format is, for the documentation of {@code source.format}
 * @param fields the fields of the section {@code source} that only some formats have, this one among them
 * @param reader reads the fields
 */
public record FormatKind(String word, String sentence, List<Field<?>> fields, Reader reader) {

    public FormatKind {
        fields = List.copyOf(fields);
    }

    /** Reads the fields of a format. */
    @FunctionalInterface
    public interface Reader {

        /**
         * Returns the format that the fields describe. Mistakes are noted as problems of the section.
         *
         * @param source the section {@code source}
         * @param file the pipeline file; paths in it are relative to its folder
         * @param isRun whether records come from a topic, and so what only a run needs is required; false also if the section
         *     names no format, because this one is then only assumed
         */
        RecordFormat read(Section source, Path file, boolean isRun);
    }
}
