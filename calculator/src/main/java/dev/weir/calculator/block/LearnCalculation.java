package dev.weir.calculator.block;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;

/**
 * The calculation {@code learn}: the noise that a budget affords for second moments, from which a linear model is
 * solved.
 */
public final class LearnCalculation {

    private static final Range SIZE = new Range("above 0 and below 1e100", size -> size > 0 && size < 1e100);
    private static final Option<String> KIND = Option.choice("kind", "", "moments");
    private static final Option<Integer> FEATURES =
            Option.small("features", "d, a constant included").in(Range.atLeast(1));
    private static final Option<Double> RADIUS =
            Option.number("radius", "the largest length of the features").in(SIZE);
    private static final Option<Double> LABEL_BOUND =
            Option.number("label_bound", "the largest size of the label").in(SIZE);
    private static final Option<Integer> CONTRIBUTIONS = Option.small(
                    "contributions", "full-size records that the budget affords")
            .in(Range.atLeast(1));
    private static final Option<Double> EPSILON = Option.number("epsilon", "above 0");
    private static final Option<Double> DELTA = Option.number("delta", "above 0 and below 1");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "learn",
                            "The noise of second moments of d features and a label, in units of the scaled values, and the ridge.")
                    .with(KIND, FEATURES, RADIUS, LABEL_BOUND, CONTRIBUTIONS, EPSILON, DELTA)
                    .answering(
                            "rho_per_record",
                            "sensitivity_frobenius",
                            "sigma_off_diagonal",
                            "sigma_diagonal",
                            "sigma_iid_upper_triangle",
                            "cells",
                            "ridge_default")
                    .example(
                            "--kind moments --features 6 --radius 1 --label-bound 1 --contributions 3 --epsilon 1 --delta 1e-6"),
            LearnCalculation::answer);

    private LearnCalculation() {}

    /**
     * Computes the answer. If all numbers of the upper triangle had equal noise, this noise would be as large as the present noise on the
     * diagonal.
     */
    private static Answer answer(Arguments arguments) {
        arguments.get(KIND);
        int features = arguments.get(FEATURES);
        double contributions = arguments.get(CONTRIBUTIONS);
        double mu = GaussianCurve.mu(arguments.get(EPSILON), arguments.get(DELTA));
        double sensitivity = square(arguments.get(RADIUS)) + square(arguments.get(LABEL_BOUND));
        double diagonal = sensitivity * Math.sqrt(contributions) / mu;
        double off = diagonal / Math.sqrt(2);
        return new Answer()
                .with("rho_per_record", mu * mu / 2 / contributions)
                .with("sensitivity_frobenius", sensitivity)
                .with("sigma_off_diagonal", off)
                .with("sigma_diagonal", diagonal)
                .with("sigma_iid_upper_triangle", diagonal)
                .with("cells", Long.toString((features + 1L) * (features + 2L) / 2))
                .with("ridge_default", off * Math.sqrt(features));
    }

    private static double square(double size) {
        return size * size;
    }
}
