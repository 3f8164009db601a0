package dev.weir.calculator.learn;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import dev.weir.accountant.continual.plan.SeriesAccuracy;
import dev.weir.accountant.continual.plan.SeriesAccuracy.Plan;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Range;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The noise of running totals of clipped gradients, from which follow-the-regularised-leader takes a model at each step. All deviations are
 * those of one coordinate.
 */
final class PrefixKind {

    private static final Range COUNT = Range.between(1, 1L << 47);
    private static final Kind<List<BigDecimal>> DECIMALS =
            new Kind<>("decimals separated by vertical bars", text -> Arrays.stream(text.split("[|]", -1))
                    .map(part -> Kind.DECIMAL.reader().apply(part.strip()))
                    .toList());

    private static final Option<Long> STEPS =
            Option.whole("steps", "of ftrl: the number of steps").in(COUNT).held("last step");
    private static final Option<Long> PARTICIPATIONS = Option.whole(
                    "participations", "of ftrl: at how many steps a unit contributes")
            .in(COUNT)
            .or(1L);
    private static final Option<Long> SEPARATION = Option.whole("separation", "of ftrl: how many steps apart, at least")
            .in(COUNT)
            .or(1L);
    private static final Option<Integer> BUFFERS =
            Option.small("buffers", "of ftrl, 1 to 10; the fewest within a hundredth of the best if not given");
    private static final Option<List<BigDecimal>> THETA = Option.of(
                    "theta", DECIMALS, "of ftrl: the decay of each buffer, descending; the best if not given")
            .held("eta and omega");
    private static final Option<List<BigDecimal>> OMEGA =
            Option.of("omega", DECIMALS, "of ftrl: the scale of each buffer, to be given with theta");
    private static final Option<Double> CLIP =
            Option.number("clip", "of ftrl: the largest length of a gradient").in(LearnKind.SCALE);

    static final LearnKind KIND = new LearnKind(
            List.of("ftrl"),
            List.of(STEPS, PARTICIPATIONS, SEPARATION, BUFFERS, THETA, OMEGA, CLIP, LearnKind.EPSILON, LearnKind.DELTA),
            List.of(
                    "mu",
                    "sensitivity_encoder",
                    "noise_multiplier",
                    "sigma",
                    "prefix_noise_std_last",
                    "std_if_each_step_noised",
                    "std_one_release_of_everything"),
            PrefixKind::answer);

    private PrefixKind() {}

    /** The sensitivity and the deviations are rounded up, and mu is rounded down. */
    private static Answer answer(Arguments arguments) {
        Plan plan = new Plan(arguments.get(STEPS), arguments.get(PARTICIPATIONS), arguments.get(SEPARATION));
        Blt blt = blt(plan, arguments);
        double clip = arguments.get(CLIP);
        double mu = GaussianCurve.mu(arguments.get(LearnKind.EPSILON), arguments.get(LearnKind.DELTA));
        double sensitivity = up(SeriesAccuracy.blt(blt, plan, plan.steps()).sensitivity());
        double sigma = up(clip * sensitivity / mu);
        return new Answer()
                .with("mu", mu)
                .with("sensitivity_encoder", sensitivity)
                .with("noise_multiplier", up(sensitivity / mu))
                .with("sigma", sigma)
                .with("prefix_noise_std_last", up(sigma * Math.sqrt(blt.variance(plan.steps()))))
                .with(
                        "std_if_each_step_noised",
                        up(clip * SeriesAccuracy.increment(plan).largest() / mu))
                .with("std_one_release_of_everything", up(clip * plan.fitting() / mu));
    }

    private static double up(double value) {
        return Rounding.up(value, Margin.LONG_SUM);
    }

    private static Blt blt(Plan plan, Arguments arguments) {
        Optional<Integer> buffers = arguments.find(BUFFERS);
        if (arguments.has(THETA) || arguments.has(OMEGA)) {
            return given(buffers, arguments.get(THETA), arguments.get(OMEGA));
        }
        PrefixDesign design =
                new PrefixDesign(plan.steps(), plan.times(), plan.separation(), Objective.MAX, plan.steps());
        return buffers.map(design::optimize).orElseGet(design::optimize);
    }

    private static Blt given(Optional<Integer> buffers, List<BigDecimal> theta, List<BigDecimal> omega) {
        double[] eta = theta.stream()
                .mapToDouble(decay -> BigDecimal.ONE.subtract(decay).doubleValue())
                .toArray();
        double[] scales = omega.stream().mapToDouble(BigDecimal::doubleValue).toArray();
        if (!isDecay(eta)) {
            throw THETA.invalid("must be descending, at least 0 and below 1");
        }
        if (Arrays.stream(scales).anyMatch(scale -> scale <= 0)
                || Arrays.stream(scales).sum() >= 1) {
            throw OMEGA.invalid("must be above 0, with a sum below 1");
        }
        if (eta.length != scales.length) {
            throw OMEGA.invalid("must have the length of theta, had " + scales.length);
        }
        if (buffers.orElse(eta.length) != eta.length) {
            throw BUFFERS.invalid("must be how many numbers theta has, " + eta.length + ", was " + buffers.get());
        }
        return Blt.of(eta, scales);
    }

    private static boolean isDecay(double[] eta) {
        boolean ascending = true;
        for (int i = 0; i < eta.length; i++) {
            ascending &= eta[i] > (i == 0 ? 0 : eta[i - 1]) && eta[i] <= 1;
        }
        return ascending;
    }
}
