package dev.weir.calculator.loss;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.calculator.calibrate.DiscreteGaussianNoise;
import dev.weir.calculator.calibrate.GaussianNoise;
import dev.weir.calculator.calibrate.LaplaceNoise;
import dev.weir.calculator.calibrate.SubsampledGaussianNoise;
import dev.weir.calculator.calibrate.Target;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;

/** The calculation {@code noise}: the smallest noise for a target. */
public final class NoiseCalculation {

    private static final Option<String> MECHANISM =
            Option.choice("mechanism", "", "gaussian", "discrete-gaussian", "laplace", "subsampled-gaussian");
    private static final Option<Double> EPSILON = Option.number("epsilon", "above 0");
    private static final Option<Double> DELTA =
            Option.number("delta", "above 0 and below 1; 0 or none for pure laplace");
    private static final Option<Double> SENSITIVITY = Option.number(
                    "sensitivity", "of one release: l1 for laplace, else l2")
            .or(1.0);
    private static final Option<Long> COMPOSITIONS =
            Option.whole("compositions", "how many releases").or(1L).held("count");
    private static final Option<Double> RATE = Option.number("rate", "of Poisson sampling, for subsampled-gaussian");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("noise", "The smallest noise with which releases reach an (epsilon, delta) together.")
                    .with(MECHANISM, EPSILON, DELTA, SENSITIVITY, COMPOSITIONS, RATE)
                    .answering("scale")
                    .example("--mechanism gaussian --epsilon 1 --delta 1e-6 --compositions 24"),
            NoiseCalculation::answer);

    private NoiseCalculation() {}

    private static Answer answer(Arguments arguments) {
        String mechanism = arguments.get(MECHANISM);
        Option<Double> delta = mechanism.equals("laplace") ? DELTA.or(0.0) : DELTA;
        Target target = new Target(arguments.get(EPSILON), arguments.get(delta));
        return new Answer().with("scale", scale(mechanism, target, arguments));
    }

    private static double scale(String mechanism, Target target, Arguments arguments) {
        double sensitivity = arguments.get(SENSITIVITY);
        long count = arguments.get(COMPOSITIONS);
        return switch (mechanism) {
            case "gaussian" -> GaussianNoise.sigma(target, sensitivity, count);
            case "laplace" -> LaplaceNoise.scale(target, sensitivity, count);
            case "discrete-gaussian" -> discrete(target, sensitivity, count);
            default -> subsampled(target, sensitivity, count, arguments.get(RATE));
        };
    }

    /**
     * The sigma of discrete Gaussian noise. Its privacy curve does not depend only on the ratio of sensitivity and
     * sigma, so only a sensitivity of 1 is accepted.
     */
    private static double discrete(Target target, double sensitivity, long count) {
        if (sensitivity != 1) {
            throw SENSITIVITY.invalid("must be 1 for discrete-gaussian, was " + sensitivity);
        }
        return DiscreteGaussianNoise.sigma(target, count);
    }

    private static double subsampled(Target target, double sensitivity, long count, double rate) {
        if (!(sensitivity > 0 && sensitivity < Double.POSITIVE_INFINITY)) {
            throw SENSITIVITY.invalid("must be above 0 and finite, was " + sensitivity);
        }
        double multiplier = SubsampledGaussianNoise.multiplier(target, rate, count);
        return sensitivity == 1 ? multiplier : Rounding.up(sensitivity * multiplier);
    }
}
