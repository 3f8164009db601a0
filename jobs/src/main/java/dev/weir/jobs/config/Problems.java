package dev.weir.jobs.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All problems of a file, in the order of lines; those of the command line come last. */
final class Problems {

    private final List<Problem> problems = new ArrayList<>();

    void add(Origin origin, String field, String rule) {
        problems.add(new Problem(origin, field, rule));
    }

    int count() {
        return problems.size();
    }

    List<String> lines() {
        return problems.stream()
                .sorted(Comparator.comparingInt(Problem::order))
                .map(Problem::toString)
                .distinct()
                .toList();
    }

    void throwIfAny() {
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
