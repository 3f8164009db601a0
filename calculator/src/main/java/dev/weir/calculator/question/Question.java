package dev.weir.calculator.question;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The declaration of a question, {@code weir calc NAME}: what help, command line and files of questions know of it.
 *
 * @param name the name of the question on the command line
 * @param sentence what is calculated
 * @param options in the order of the help
 * @param columns the columns that answers may have, by the options that are given, or have a column
 * @param example the options of an example
 */
public record Question(
        String name,
        String sentence,
        List<Option<?>> options,
        Function<Set<Option<?>>, List<String>> columns,
        String example) {

    /**
     * A question without options and answers yet.
     *
     * @param name the name of the question on the command line
     * @param sentence what is calculated
     */
    public static Question named(String name, String sentence) {
        return new Question(name, sentence, List.of(), given -> List.of(), "");
    }

    /**
     * The question with its options.
     *
     * @param others in the order of the help; a refused value that no option holds is told of the first
     */
    public Question with(Option<?>... others) {
        return new Question(name, sentence, List.of(others), columns, example);
    }

    /**
     * The question with the columns of its answers.
     *
     * @param others the names of the columns
     */
    public Question answering(String... others) {
        return answering(given -> List.of(others));
    }

    /**
     * The question with the columns of its answers, which depend on the options that are given.
     *
     * @param others the names of the columns, by the options that are given
     */
    public Question answering(Function<Set<Option<?>>, List<String>> others) {
        return new Question(name, sentence, options, others, example);
    }

    /**
     * The question with an example.
     *
     * @param other options as a shell takes them
     */
    public Question example(String other) {
        return new Question(name, sentence, options, columns, other);
    }
}
