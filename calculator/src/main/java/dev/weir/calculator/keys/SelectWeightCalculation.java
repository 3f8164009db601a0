package dev.weir.calculator.keys;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.selection.keys.Examinations;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;

/**
 * The calculation {@code select-weight}: which part of the delta of a key is for one step of a series without an end, if keys are examined at
 * every step.
 */
public final class SelectWeightCalculation {

    private static final Option<Long> STEP =
            Option.whole("step", "the step of the series").in(Range.between(1, 1L << 47));
    private static final Option<Double> DELTA = Option.number(
                    "delta_of_a_key", "what one key of a unit may cost over all steps, from 1e-30 and below 1")
            .in(new Range("at least 1e-30 and below 1", delta -> delta >= 1e-30 && delta < 1));

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "select-weight",
                            "Which part of a key's delta pays for one step of running totals without an end, and the"
                                    + " standard deviations above which it appears.")
                    .with(STEP, DELTA)
                    .answering("weight", "z", "z_uniform_to_step")
                    .example("--step 1000 --delta-of-a-key 1e-12"),
            SelectWeightCalculation::answer);

    private SelectWeightCalculation() {}

    private static Answer answer(Arguments arguments) {
        long step = arguments.get(STEP);
        double log = StrictMath.log(arguments.get(DELTA));
        double weight = Examinations.unboundedWeight(step);
        return new Answer()
                .with("weight", weight)
                .with("z", NormalTail.quantile(log + StrictMath.log(weight)))
                .with("z_uniform_to_step", NormalTail.quantile(log - StrictMath.log((double) step)));
    }
}
