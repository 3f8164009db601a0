package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.format.Delimiter;
import dev.weir.jobs.replay.recording.RecordedFile;
import dev.weir.operators.encoding.Spelled;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the fields of a pipeline among the columns of a recording. */
public final class RecordedColumns {

    private final Pipeline pipeline;
    private final RecordedFile recording;

    /**
     * Prepares to find the columns of one recording.
     *
     * @param pipeline the pipeline whose fields are searched
     * @param recording the recording
     */
    public RecordedColumns(Pipeline pipeline, RecordedFile recording) {
        this.pipeline = pipeline;
        this.recording = recording;
    }

    /**
     * Returns the pipeline with the columns that the recording's first line names. Returns the pipeline unchanged if records
     * name their fields.
     *
     * @throws IllegalArgumentException if a field that the pipeline reads is missing among the columns, or a column occurs
     *     twice. The message tells whether another delimiter would fit. It quotes nothing of the recording, because the first
     *     line may be a record
     */
    public Pipeline named() throws IOException {
        Optional<Delimiter> delimiter = recording.format().header();
        return delimiter.isPresent() ? named(delimiter.get()) : pipeline;
    }

    private Pipeline named(Delimiter delimiter) throws IOException {
        List<String> columns = recording.columns(delimiter);
        try {
            return pipeline.withColumns(columns);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    recording.path() + ": " + e.getMessage() + "; " + hint(columns, delimiter), e);
        }
    }

    private String hint(List<String> columns, Delimiter delimiter) {
        if (isSpelledOtherwise(columns)) {
            return "they are there with other capitals, or blanks around them: names must be the same to the letter";
        }
        return Arrays.stream(Delimiter.values())
                .filter(this::fits)
                .findFirst()
                .map(found -> "the columns are separated by " + Spelled.of(found) + ": set source.delimiter to it")
                .orElse("the first line must name the columns, separated by " + Spelled.of(delimiter)
                        + " (source.delimiter)");
    }

    /**
     * Whether the columns contain all fields of the pipeline after blanks around the names of columns are removed, or after
     * these names are also changed to lower case.
     */
    private boolean isSpelledOtherwise(List<String> columns) {
        List<String> stripped = columns.stream().map(String::strip).toList();
        List<String> small =
                stripped.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        return fits(stripped) || fits(small);
    }

    private boolean fits(List<String> columns) {
        try {
            pipeline.withColumns(columns);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether the first line, split at the given delimiter, names all fields that the pipeline reads. */
    private boolean fits(Delimiter delimiter) {
        try {
            return fits(recording.columns(delimiter));
        } catch (IOException e) {
            return false;
        }
    }
}
