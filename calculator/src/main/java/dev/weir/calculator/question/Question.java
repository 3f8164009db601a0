package dev.weir.calculator.question;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The declaration of a question, {@code weir calc NAME}, for the help, the command line and files of questions.
 *
 * @param name the name of the question on the command line
 * @param sentence a sentence that says what is calculated
 * @param options the options, in the order of the help
 * @param columns returns the columns that answers may have, given the options that have a value or a column
 * @param example the options of an example, as a shell takes them
 */
public record Question(
        String name,
        String sentence,
        List<Option<?>> options,
        Function<Set<Option<?>>, List<String>> columns,
        String example) {

    /**
     * Creates a question without options and columns.
     *
     * @param name the name of the question on the command line
     * @param sentence a sentence that says what is calculated
     */
    public static Question named(String name, String sentence) {
        return new Question(name, sentence, List.of(), given -> List.of(), "");
    }

    /**
     * This question with options.
     *
     * @param others the options, in the order of the help. If the accountant refuses a value that belongs to no option, the message names
     *     the first option
     */
    public Question with(Option<?>... others) {
        return new Question(name, sentence, List.of(others), columns, example);
    }

    /**
     * This question with the columns of its answers.
     *
     * @param others the names of the columns
     */
    public Question answering(String... others) {
        return answering(given -> List.of(others));
    }

    /**
     * This question with columns of its answers that depend on the given options.
     *
     * @param others returns the names of the columns for the options that have a value or a column
     */
    public Question answering(Function<Set<Option<?>>, List<String>> others) {
        return new Question(name, sentence, options, others, example);
    }

    /**
     * This question with an example.
     *
     * @param other the options of the example, as a shell takes them
     */
    public Question example(String other) {
        return new Question(name, sentence, options, columns, other);
    }
}
