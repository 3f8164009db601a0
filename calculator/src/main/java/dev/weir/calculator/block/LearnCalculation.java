package dev.weir.calculator.block;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.compose.GaussianCurve;
import java.util.List;
import java.util.Set;

/** What noise a budget buys for second moments, from which a linear model is solved. */
final class LearnCalculation extends Calculation {

    private static final List<String> KINDS = List.of("moments");

    LearnCalculation() {
        super(
                "learn",
                "The noise of second moments of d features and a label, in units of the scaled values, and the ridge.",
                Option.of("kind", "one of " + String.join(", ", KINDS)),
                Option.of("features", "d, a constant included"),
                Option.of("radius", "the largest length of the features, above 0"),
                Option.of("label_bound", "the largest size of the label, above 0"),
                Option.of("contributions", "full-size records that the budget affords"),
                Option.of("epsilon", "above 0"),
                Option.of("delta", "above 0 and below 1"));
    }

    @Override
    String example() {
        return "--kind moments --features 6 --radius 1 --label_bound 1 --contributions 3 --epsilon 1 --delta 1e-6";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of(
                "rho_per_record",
                "sensitivity_frobenius",
                "sigma_off_diagonal",
                "sigma_diagonal",
                "sigma_iid_upper_triangle",
                "cells",
                "ridge_default");
    }

    /** Equal noise on the whole triangle would be as large as that on the diagonal is here. */
    @Override
    Answer answer(Arguments arguments) {
        arguments.choice("kind", KINDS);
        int features = positive("features", arguments);
        double contributions = positive("contributions", arguments);
        double mu = GaussianCurve.mu(arguments.number("epsilon"), arguments.number("delta"));
        double sensitivity = square("radius", arguments) + square("label_bound", arguments);
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

    private static int positive(String name, Arguments arguments) {
        int number = arguments.small(name);
        if (number < 1) {
            throw new InvalidOption(name, "must be at least 1, was " + number);
        }
        return number;
    }

    private static double square(String name, Arguments arguments) {
        double number = arguments.number(name);
        if (!(number > 0 && number < 1e100)) {
            throw new InvalidOption(name, "must be above 0 and below 1e100, was " + number);
        }
        return number * number;
    }
}
