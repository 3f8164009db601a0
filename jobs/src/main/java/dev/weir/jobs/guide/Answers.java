package dev.weir.jobs.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The answers of a user: options, and where one is missing the answer to a question, if somebody can be asked. */
public final class Answers {

    private final Map<String, String> options;
    private final @Nullable UnaryOperator<@Nullable String> console;
    private final List<String> problems = new ArrayList<>();

    /**
     * Creates answers.
     *
     * @param options the values of the options that were given, by name
     * @param console asks a question and returns the answer; null if nobody can be asked
     */
    public Answers(Map<String, String> options, @Nullable UnaryOperator<@Nullable String> console) {
        this.options = Map.copyOf(options);
        this.console = console;
    }

    /** Returns an answer that must be there; an empty text if it is missing, which {@link #requireAll} tells. */
    String required(String option, String question) {
        String answer = optional(option, question);
        if (answer.isEmpty() && problems.stream().noneMatch(line -> line.startsWith(option))) {
            wrong(option, "must be given: " + question);
        }
        return answer;
    }

    /** Returns an answer that may be left out; an empty text if it is. */
    String optional(String option, String question) {
        String given = options.getOrDefault(option, "");
        if (!given.isEmpty() || console == null) {
            return given;
        }
        return Optional.ofNullable(console.apply(question)).map(String::strip).orElse("");
    }

    /** Returns the value of an option that nobody is asked for. */
    String given(String option, String otherwise) {
        return options.getOrDefault(option, otherwise);
    }

    /** Returns an answer, and notes what is wrong with it if it is there and does not have a form as a whole. */
    String formed(String option, String answer, Pattern form, String rule) {
        if (!answer.isEmpty() && !form.matcher(answer).matches()) {
            wrong(option, rule);
        }
        return answer;
    }

    /** Notes what is wrong with an answer. */
    void wrong(String option, String rule) {
        problems.add(option + ": " + rule);
    }

    /**
     * Returns only if nothing is missing or wrong.
     *
     * @throws IllegalArgumentException with one line for everything that is
     */
    void requireAll() {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
    }
}
