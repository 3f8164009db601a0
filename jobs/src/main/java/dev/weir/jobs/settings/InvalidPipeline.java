package dev.weir.jobs.settings;

import java.util.List;

/** Reports that a pipeline file, or a setting on the command line, is wrong. Nothing has been started. */
public final class InvalidPipeline extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    /**
     * Creates an exception with all problems of a file.
     *
     * @param problems the problems, one line each, at least one: {@code FILE:LINE: FIELD: RULE}
     */
    public InvalidPipeline(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns the problems, one line each: {@code FILE:LINE: FIELD: RULE}. */
    public List<String> problems() {
        return problems;
    }
}
