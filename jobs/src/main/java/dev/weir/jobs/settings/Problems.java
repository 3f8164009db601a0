package dev.weir.jobs.settings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Collects all problems of a file and its overrides. Readers of settings name a field by its path in the tree of settings; the
 * problem names it in the words of the language in which the file is written.
 */
public final class Problems {

    private final List<Problem> problems = new ArrayList<>();
    private UnaryOperator<String> words = path -> path;

    /**
     * Sets the words for fields. The language that has made the tree of settings knows them. In YAML the path is the name.
     *
     * @param names returns the words for a path such as {@code queries[0].spend.share}
     */
    public void nameFields(UnaryOperator<String> names) {
        words = names;
    }

    /**
     * Returns the words for a field.
     *
     * @param path the path of the field in the tree of settings
     */
    public String words(String path) {
        return words.apply(path);
    }

    /** Returns an empty collection with the same words for fields, for problems that are not to be noted here. */
    public Problems apart() {
        Problems apart = new Problems();
        apart.words = words;
        return apart;
    }

    /**
     * Notes a problem.
     *
     * @param origin the place of the problem
     * @param field the path of the field in the tree of settings
     * @param rule the rule that the field breaks
     */
    public void add(Origin origin, String field, String rule) {
        problems.add(new Problem(origin, words(field), rule));
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
