package dev.weir.jobs.config.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All problems of a file, in the order of lines; those of the command line come last. */
public final class Problems {

    private final List<Problem> problems = new ArrayList<>();

    /**
     * Notes a problem.
     *
     * @param origin where it is
     * @param field the path of the field
     * @param rule the rule that is broken
     */
    public void add(Origin origin, String field, String rule) {
        problems.add(new Problem(origin, field, rule));
    }

    /** How many there are. */
    public int count() {
        return problems.size();
    }

    /** One line each, each once. */
    public List<String> lines() {
        return problems.stream()
                .sorted(Comparator.comparingInt(Problem::order))
                .map(Problem::toString)
                .distinct()
                .toList();
    }

    /**
     * Ends the reading of a file in which something is wrong.
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

        /** The problem on one line, for any content of the file. */
        @Override
        public String toString() {
            return (origin + ": " + field + ": " + rule).replaceAll("[\\p{Cntrl}\\s]+", " ");
        }
    }
}
