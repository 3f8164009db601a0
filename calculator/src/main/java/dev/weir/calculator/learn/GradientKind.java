package dev.weir.calculator.learn;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.learn.NoisyDescent;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Range;
import java.util.List;

/** The noise of gradients in projected gradient descent over the records of one window. */
final class GradientKind {

    static final Option<Double> LIPSCHITZ = Option.number(
                    "lipschitz", "of output-perturbation and noisy-gradient: the largest length of a record's gradient")
            .in(LearnKind.SCALE);
    static final Option<Long> RECORDS = Option.whole(
                    "records_per_unit",
                    "of output-perturbation and noisy-gradient: how many records a unit has at most")
            .in(Range.atLeast(1))
            .or(1L);
    static final Option<Integer> DIMENSION = Option.small(
                    "dimension", "of output-perturbation and noisy-gradient: how many coefficients the model has")
            .in(Range.atLeast(1));
    private static final Option<Double> DIAMETER = Option.number(
                    "diameter", "of noisy-gradient: the largest distance of two models")
            .in(LearnKind.SCALE);
    private static final Option<Long> ITERATIONS = Option.whole(
                    "iterations", "of noisy-gradient: how many gradients are taken")
            .in(Range.atLeast(1));
    private static final Option<Double> EXAMPLES = Option.number(
                    "examples", "of noisy-gradient: the public number that sums of gradients are divided by")
            .in(LearnKind.SCALE);

    static final LearnKind KIND = new LearnKind(
            List.of("noisy-gradient", "noisy-projected-gradient"),
            List.of(LIPSCHITZ, RECORDS, DIAMETER, ITERATIONS, EXAMPLES, DIMENSION, LearnKind.EPSILON, LearnKind.DELTA),
            List.of("sigma_per_step", "learning_rate", "excess_risk_bound", "excess_risk_lecture_rate"),
            GradientKind::answer);

    private GradientKind() {}

    /**
     * Computes the answer. With step R / &radic;(T E), where E bounds the mean squared length of a noisy gradient, the average model's
     * excess risk is at most R &radic;(E / T). Lectures print R G &radic;(d ln(1/delta)) / (n epsilon), without a constant.
     */
    private static Answer answer(Arguments arguments) {
        double clip = arguments.get(LIPSCHITZ);
        double iterations = arguments.get(ITERATIONS);
        double diameter = arguments.get(DIAMETER);
        double examples = arguments.get(EXAMPLES);
        double dimension = arguments.get(DIMENSION);
        double epsilon = arguments.get(LearnKind.EPSILON);
        double delta = arguments.get(LearnKind.DELTA);
        double sigma = up(NoisyDescent.sensitivity(arguments.get(RECORDS), clip, arguments.get(ITERATIONS))
                / GaussianCurve.mu(epsilon, delta));
        double gradient = Math.hypot(clip, Math.sqrt(dimension) * (sigma / examples));
        return new Answer()
                .with("sigma_per_step", sigma)
                .with("learning_rate", diameter / (Math.sqrt(iterations) * gradient))
                .with("excess_risk_bound", up(diameter * (gradient / Math.sqrt(iterations))))
                .with(
                        "excess_risk_lecture_rate",
                        diameter * clip * Math.sqrt(dimension * -StrictMath.log(delta)) / examples / epsilon);
    }

    private static double up(double value) {
        return Rounding.up(value, Margin.FORMULA);
    }
}
