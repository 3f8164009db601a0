package dev.weir.jobs.format;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import java.nio.file.Path;
import java.util.List;

/**
 * A kind of format: its word in a pipeline file, and its own fields beside that word.
 *
 * @param word the value of {@code source.format}
 * @param sentence for people: what a record is
 * @param fields the fields of a source that belong to this format
 * @param reader reads them
 */
record FormatKind(String word, String sentence, List<Field<?>> fields, Reader reader) {

    /** Reads the fields of a format. */
    @FunctionalInterface
    interface Reader {

        /**
         * The format. What is wrong is noted.
         *
         * @param source the section
         * @param file the pipeline file, which others that it names are relative to
         * @param isRun whether records come from a topic
         */
        RecordFormat read(Section source, Path file, boolean isRun);
    }
}
