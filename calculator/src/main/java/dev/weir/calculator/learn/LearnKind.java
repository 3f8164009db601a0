package dev.weir.calculator.learn;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Range;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * One way to learn, with the formula of its noise.
 *
 * @param names the words for it on the command line, first the main one
 * @param options the options that it reads; the first one tells whether a file of questions is about this way to learn
 * @param columns the columns of its answers
 * @param formula computes the answer
 */
record LearnKind(
        List<String> names, List<Option<?>> options, List<String> columns, Function<Arguments, Answer> formula) {

    /** The range of sizes. Products of a few of them stay far from overflow and from 0. */
    static final Range SIZE = new Range("above 0 and below 1e100", size -> size > 0 && size < 1e100);

    /** The range of sizes that are divided by, or that are factors of a result that is never rounded down. */
    static final Range SCALE = Range.between(1e-100, 1e100);

    static final Option<Double> EPSILON = Option.number("epsilon", "above 0");
    static final Option<Double> DELTA = Option.number("delta", "above 0 and below 1");

    /** Whether a file with columns for the given options asks about this way to learn. */
    boolean isAsked(Set<Option<?>> given) {
        return given.contains(options.get(0));
    }
}
