package dev.weir.calculator.learn;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.learn.MinimiserShift;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Range;
import java.util.List;

/**
 * The noise of a minimiser of a strongly convex sum of losses. For pure &epsilon;, noise b has a density proportional to e<sup>-&epsilon; |b|
 * / s</sup> for the sensitivity s, so that its length is of a Gamma distribution of shape d and scale s / &epsilon;: Chaudhuri, Monteleoni and
 * Sarwate (2011). Weir draws Gaussian noise only.
 */
final class MinimiserKind {

    private static final Option<Double> STRONG_CONVEXITY = Option.number(
                    "strong_convexity",
                    "of output-perturbation: Lambda of the sum of losses plus Lambda/2 times the squared length of the model")
            .in(LearnKind.SCALE);
    private static final Option<Double> TOLERANCE = Option.number(
                    "gradient_tolerance", "of output-perturbation: the largest gradient where the solver stops")
            .in(new Range("at least 0 and below 1e100", size -> size >= 0 && size < 1e100))
            .or(0.0);

    static final LearnKind KIND = new LearnKind(
            List.of("output-perturbation"),
            List.of(
                    GradientKind.LIPSCHITZ,
                    STRONG_CONVEXITY,
                    GradientKind.RECORDS,
                    TOLERANCE,
                    GradientKind.DIMENSION,
                    LearnKind.EPSILON,
                    LearnKind.DELTA),
            List.of(
                    "sensitivity_zero_out",
                    "sensitivity_replace",
                    "sigma_zero_out",
                    "sigma_replace",
                    "pure_scale_zero_out",
                    "pure_expected_norm_zero_out"),
            MinimiserKind::answer);

    private MinimiserKind() {}

    private static Answer answer(Arguments arguments) {
        MinimiserShift shift = new MinimiserShift(
                arguments.get(GradientKind.LIPSCHITZ),
                arguments.get(GradientKind.RECORDS),
                arguments.get(STRONG_CONVEXITY),
                arguments.get(TOLERANCE));
        double epsilon = arguments.get(LearnKind.EPSILON);
        double mu = GaussianCurve.mu(epsilon, arguments.get(LearnKind.DELTA));
        double pure = up(shift.zeroOut() / epsilon);
        return new Answer()
                .with("sensitivity_zero_out", shift.zeroOut())
                .with("sensitivity_replace", shift.replace())
                .with("sigma_zero_out", up(shift.zeroOut() / mu))
                .with("sigma_replace", up(shift.replace() / mu))
                .with("pure_scale_zero_out", pure)
                .with("pure_expected_norm_zero_out", up(arguments.get(GradientKind.DIMENSION) * pure));
    }

    private static double up(double value) {
        return Rounding.up(value, Margin.FORMULA);
    }
}
