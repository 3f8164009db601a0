package dev.weir.jobs.config.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects all problems of a file and its overrides. */
public final class Problems {

    private final List<Problem> problems = new ArrayList<>();

    /**
     * Notes a problem.
     *
     * @param origin the place of the problem
     * @param field the path of the field
     * @param rule the rule that the field breaks
     */
    public void add(Origin origin, String field, String rule) {
        problems.add(new Problem(origin, field, rule));
    }

    /** Returns the number of problems. */
    public int count() {
        return problems.size();
    }

    /**
     * Returns the distinct problems, one line each, in the order of their lines in the file. The problems of the command line
     * come last.
     */
    public List<String> lines() {
        return problems.stream()
                .sorted(Comparator.comparingInt(Problem::order))
                .map(Problem::toString)
                .distinct()
                .toList();
    }

    /**
     * Stops reading if there are problems.
     *
     * @throws InvalidPipeline with all problems, if there are any
     */
    public void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new InvalidPipeline(lines());
        }
    }

    private record Problem(Origin origin, String field, String rule) {

        int order() {
            return origin.line() == 0 ? Integer.MAX_VALUE : origin.line();
        }

        /** The problem on one line, even if the file contains line breaks or control characters at its place. */
        @Override
        public String toString() {
            return (origin + ": " + field + ": " + rule).replaceAll("[\\p{Cntrl}\\s]+", " ");
        }
    }
}
