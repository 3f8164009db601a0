package dev.weir.calculator.block;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.moment.ClampedBlock;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.MomentErrors;
import dev.weir.operators.aggregate.moment.Variance;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;

/** How accurate a mean or a variance is: its noise, and the errors for given true values. */
final class MomentsCalculation extends Calculation {

    static final List<String> KINDS = List.of("mean", "variance");

    MomentsCalculation() {
        super(
                "moments",
                "The noise of a mean or a variance, and the errors of what is made of it.",
                Option.of("kind", "one of " + String.join(", ", KINDS)),
                BlockNoise.law(),
                Option.of("share", "of the unit's budget, in the currency of the noise", "share"),
                Option.of("contributions", "how many full-size records the share affords; 1 if not given"),
                Option.of("low", "the lower bound of the clamp"),
                Option.of("high", "the upper bound of the clamp"),
                Option.of("grid", "the value of one step; 1 if not given"),
                Option.of("true_count", "how many records there are, above 0"),
                Option.of("true_mean", "the mean of their values, within the clamp"),
                Option.of(
                        "true_variance",
                        "their variance, for kind variance: at most a quarter of the squared width of the clamp"));
    }

    @Override
    String example() {
        return "--kind mean --law laplace --share 1 --low 0 --high 100 --true-count 1000 --true-mean 50";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of(
                "R_steps",
                "scale_or_sigma_squared",
                "noise_std_steps",
                "std_count",
                "std_sum",
                "std_mean",
                "std_variance",
                "std_stddev");
    }

    @Override
    Answer answer(Arguments arguments) {
        BigDecimal grid = arguments.has("grid") ? BlockNoise.decimal("grid", arguments) : BigDecimal.ONE;
        Sum.Range clamp = clamp(grid, arguments);
        boolean isMean = arguments.choice("kind", KINDS).equals("mean");
        ClampedBlock block = block(isMean, grid, clamp);
        Norm norm = BlockNoise.norm(arguments);
        BlockNoise noise = BlockNoise.forPrice(norm, block.fullSize(norm), price(arguments), "share");
        MomentErrors errors = errors(block, noise.noise().stddev(), clamp, arguments);
        Answer answer = new Answer()
                .with("R_steps", clamp.high() - clamp.low())
                .with("scale_or_sigma_squared", noise.scale().toString())
                .with("noise_std_steps", noise.noise().stddev())
                .with("std_count", errors.count())
                .with("std_sum", errors.sum())
                .with("std_mean", errors.mean());
        return isMean ? answer : answer.with("std_variance", errors.variance()).with("std_stddev", errors.deviation());
    }

    private static Ratio price(Arguments arguments) {
        long contributions = arguments.wholeOr("contributions", 1);
        if (contributions < 1) {
            throw new InvalidOption("contributions", "must be at least 1, was " + contributions);
        }
        return BlockNoise.ratio("share", arguments).dividedBy(Ratio.of(contributions, 1));
    }

    static ClampedBlock block(boolean isMean, BigDecimal grid, Sum.Range clamp) {
        try {
            return isMean
                    ? new Mean("mean", BigDecimal.ONE, grid, clamp)
                    : new Variance("variance", BigDecimal.ONE, grid, clamp);
        } catch (IllegalArgumentException e) {
            throw new InvalidOption("grid", String.valueOf(e.getMessage()));
        }
    }

    private static Sum.Range clamp(BigDecimal grid, Arguments arguments) {
        BigDecimal low = BlockNoise.decimal("low", arguments);
        BigDecimal high = BlockNoise.decimal("high", arguments);
        if (grid.signum() <= 0 || low.compareTo(high) > 0) {
            throw new InvalidOption("low", "must be at most high, and grid above 0, was " + low);
        }
        return new Sum.Range(Sum.toSteps(low, grid), Sum.toSteps(high, grid));
    }

    private static MomentErrors errors(Block block, double stddev, Sum.Range clamp, Arguments arguments) {
        double count = arguments.positive("true_count");
        double width = clamp.high() - clamp.low();
        if (block instanceof Mean mean) {
            return mean.errors(stddev, count, relative(mean.grid(), clamp, arguments));
        }
        Variance variance = (Variance) block;
        double unit = width * variance.grid().doubleValue();
        double spread = arguments.between(0, unit * unit / 4, "true_variance") / (unit * unit);
        return variance.errors(stddev, count, relative(variance.grid(), clamp, arguments), spread);
    }

    /** The ends of a clamp may have been rounded by half a step, and the mean with them. */
    private static double relative(BigDecimal grid, Sum.Range clamp, Arguments arguments) {
        double step = grid.doubleValue();
        double steps = arguments.between((clamp.low() - 0.5) * step, (clamp.high() + 0.5) * step, "true_mean") / step;
        return (steps - clamp.low()) / (clamp.high() - clamp.low());
    }
}
