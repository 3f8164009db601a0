package dev.weir.calculator.learn;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Range;
import java.util.List;

/** The noise of second moments of d features and a label, from which a linear model is solved. */
final class MomentKind {

    private static final Option<Integer> FEATURES =
            Option.small("features", "of moments: d, a constant included").in(Range.atLeast(1));
    private static final Option<Double> RADIUS = Option.number(
                    "radius", "of moments: the largest length of the features")
            .in(LearnKind.SIZE);
    private static final Option<Double> LABEL_BOUND = Option.number(
                    "label_bound", "of moments: the largest size of the label")
            .in(LearnKind.SIZE);
    private static final Option<Integer> CONTRIBUTIONS = Option.small(
                    "contributions", "of moments: full-size records that the budget affords")
            .in(Range.atLeast(1));

    static final LearnKind KIND = new LearnKind(
            List.of("moments"),
            List.of(FEATURES, RADIUS, LABEL_BOUND, CONTRIBUTIONS, LearnKind.EPSILON, LearnKind.DELTA),
            List.of(
                    "rho_per_record",
                    "sensitivity_frobenius",
                    "sigma_off_diagonal",
                    "sigma_diagonal",
                    "sigma_iid_upper_triangle",
                    "cells",
                    "ridge_default"),
            MomentKind::answer);

    private MomentKind() {}

    /**
     * Computes the answer. If all numbers of the upper triangle had equal noise, this noise would be as large as the present noise on the
     * diagonal.
     */
    private static Answer answer(Arguments arguments) {
        int features = arguments.get(FEATURES);
        double contributions = arguments.get(CONTRIBUTIONS);
        double mu = GaussianCurve.mu(arguments.get(LearnKind.EPSILON), arguments.get(LearnKind.DELTA));
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
