package dev.weir.calculator.loss;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.calibrate.DiscreteGaussianNoise;
import dev.weir.calculator.calibrate.GaussianNoise;
import dev.weir.calculator.calibrate.LaplaceNoise;
import dev.weir.calculator.calibrate.SubsampledGaussianNoise;
import dev.weir.calculator.calibrate.Target;
import dev.weir.accountant.privacy.Rounding;
import java.util.List;
import java.util.Set;

/** The smallest noise for a target. */
final class NoiseCalculation extends Calculation {

    private static final List<String> MECHANISMS =
            List.of("gaussian", "discrete-gaussian", "laplace", "subsampled-gaussian");

    NoiseCalculation() {
        super(
                "noise",
                "The smallest noise with which releases reach an (epsilon, delta) together.",
                Option.of("mechanism", "one of " + String.join(", ", MECHANISMS)),
                Option.of("epsilon", "above 0"),
                Option.of("delta", "above 0 and below 1; 0 or none for pure laplace"),
                Option.of("sensitivity", "of one release: l1 for laplace, else l2; 1 if not given"),
                Option.of("compositions", "how many releases; 1 if not given", "count"),
                Option.of("rate", "of Poisson sampling, for subsampled-gaussian"));
    }

    @Override
    String example() {
        return "--mechanism gaussian --epsilon 1 --delta 1e-6 --compositions 24";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of("scale");
    }

    @Override
    Answer answer(Arguments arguments) {
        String mechanism = arguments.choice("mechanism", MECHANISMS);
        if (!mechanism.equals("laplace") && !arguments.has("delta")) {
            throw InvalidOption.missing("delta");
        }
        Target target = new Target(arguments.number("epsilon"), arguments.numberOr("delta", 0));
        return new Answer().with("scale", scale(mechanism, target, arguments));
    }

    private static double scale(String mechanism, Target target, Arguments arguments) {
        double sensitivity = arguments.numberOr("sensitivity", 1);
        long count = arguments.wholeOr("compositions", 1);
        return switch (mechanism) {
            case "gaussian" -> GaussianNoise.sigma(target, sensitivity, count);
            case "laplace" -> LaplaceNoise.scale(target, sensitivity, count);
            case "discrete-gaussian" -> discrete(target, sensitivity, count);
            default -> subsampled(target, sensitivity, count, arguments.number("rate"));
        };
    }

    /** Its privacy curve depends on sensitivity and sigma, and not on their ratio alone. */
    private static double discrete(Target target, double sensitivity, long count) {
        if (sensitivity != 1) {
            throw new InvalidOption("sensitivity", "must be 1 for discrete-gaussian, was " + sensitivity);
        }
        return DiscreteGaussianNoise.sigma(target, count);
    }

    private static double subsampled(Target target, double sensitivity, long count, double rate) {
        if (!(sensitivity > 0 && sensitivity < Double.POSITIVE_INFINITY)) {
            throw new InvalidOption("sensitivity", "must be above 0 and finite, was " + sensitivity);
        }
        double multiplier = SubsampledGaussianNoise.multiplier(target, rate, count);
        return sensitivity == 1 ? multiplier : Rounding.up(sensitivity * multiplier);
    }
}
