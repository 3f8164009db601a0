package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
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
     * Returns the pipeline with the columns that the recording's first line names; the same pipeline for JSON.
     *
     * @throws IllegalArgumentException if a field is missing. The message tells whether another delimiter would fit. It
     *     quotes nothing of the recording, because the first line may be a record
     */
    public Pipeline named() throws IOException {
        if (pipeline.source().format() == Source.Format.JSON) {
            return pipeline;
        }
        try {
            return pipeline.withColumns(recording.columns());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(recording.path() + ": " + e.getMessage() + "; " + hint(), e);
        }
    }

    private String hint() throws IOException {
        if (isSpelledOtherwise()) {
            return "they are there with other capitals, or blanks around them: names must be the same to the letter";
        }
        return delimiter()
                .map(found -> "the columns are separated by " + found.spelled() + ": set source.delimiter to it")
                .orElse("the first line must name the columns, separated by "
                        + recording.delimiter().spelled() + " (source.delimiter)");
    }

    /**
     * Whether the columns contain all fields once blanks around names are removed, or blanks are removed and names are in
     * lower case.
     */
    private boolean isSpelledOtherwise() throws IOException {
        List<String> stripped = recording.columns().stream().map(String::strip).toList();
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

    /** Returns the delimiter with which the first line names all fields that the pipeline reads, if there is one. */
    private Optional<Source.Delimiter> delimiter() {
        return Arrays.stream(Source.Delimiter.values()).filter(this::fits).findFirst();
    }

    private boolean fits(Source.Delimiter delimiter) {
        try {
            return fits(recording.separatedBy(delimiter).columns());
        } catch (IOException e) {
            return false;
        }
    }
}
