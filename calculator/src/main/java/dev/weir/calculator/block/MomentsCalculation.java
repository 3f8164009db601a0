package dev.weir.calculator.block;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.moment.ClampedBlock;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.MomentErrors;
import dev.weir.operators.aggregate.moment.Variance;
import java.math.BigDecimal;

/** The calculation {@code moments}: the noise of a mean or a variance, and its errors for given true values. */
public final class MomentsCalculation {

    static final Option<String> KIND = Option.choice("kind", "", "mean", "variance");
    private static final Option<Ratio> SHARE =
            Option.of("share", Kind.RATIO, "of the unit's budget, in the currency of the noise");
    private static final Option<Long> CONTRIBUTIONS = Option.whole(
                    "contributions", "how many full-size records the share affords")
            .in(Range.atLeast(1))
            .or(1L);
    private static final Option<BigDecimal> LOW = Option.of("low", Kind.DECIMAL, "the lower bound of the clamp");
    private static final Option<BigDecimal> HIGH = Option.of("high", Kind.DECIMAL, "the upper bound of the clamp");
    private static final Option<BigDecimal> GRID =
            Option.of("grid", Kind.DECIMAL, "the value of one step").or(BigDecimal.ONE);
    private static final Option<Double> COUNT =
            Option.number("true_count", "how many records there are").in(Range.ABOVE_0);
    private static final Option<Double> MEAN = Option.number("true_mean", "the mean of their values, within the clamp");
    private static final Option<Double> VARIANCE = Option.number(
            "true_variance", "their variance, for kind variance: at most a quarter of the squared width of the clamp");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("moments", "The noise of a mean or a variance, and the errors of what is made of it.")
                    .with(KIND, BlockNoise.LAW, SHARE, CONTRIBUTIONS, LOW, HIGH, GRID, COUNT, MEAN, VARIANCE)
                    .answering(
                            "R_steps",
                            "scale_or_sigma_squared",
                            "noise_std_steps",
                            "std_count",
                            "std_sum",
                            "std_mean",
                            "std_variance",
                            "std_stddev")
                    .example("--kind mean --law laplace --share 1 --low 0 --high 100 --true-count 1000 --true-mean 50"),
            MomentsCalculation::answer);

    private MomentsCalculation() {}

    private static Answer answer(Arguments arguments) {
        BigDecimal grid = arguments.get(GRID);
        Sum.Range clamp = clamp(grid, arguments);
        boolean isMean = arguments.get(KIND).equals("mean");
        ClampedBlock block = block(isMean, grid, clamp);
        Norm norm = BlockNoise.norm(arguments);
        BlockNoise noise = BlockNoise.forPrice(norm, block.fullSize(norm), price(arguments), SHARE);
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
        Ratio contributions = Ratio.of(arguments.get(CONTRIBUTIONS), 1);
        return arguments.get(SHARE).dividedBy(contributions);
    }

    static ClampedBlock block(boolean isMean, BigDecimal grid, Sum.Range clamp) {
        try {
            return isMean
                    ? new Mean("mean", BigDecimal.ONE, grid, clamp)
                    : new Variance("variance", BigDecimal.ONE, grid, clamp);
        } catch (IllegalArgumentException e) {
            throw GRID.invalid(String.valueOf(e.getMessage()));
        }
    }

    private static Sum.Range clamp(BigDecimal grid, Arguments arguments) {
        BigDecimal low = arguments.get(LOW);
        BigDecimal high = arguments.get(HIGH);
        if (grid.signum() <= 0 || low.compareTo(high) > 0) {
            throw LOW.invalid("must be at most high, and grid above 0, was " + low);
        }
        return new Sum.Range(Sum.toSteps(low, grid), Sum.toSteps(high, grid));
    }

    private static MomentErrors errors(Block block, double stddev, Sum.Range clamp, Arguments arguments) {
        double count = arguments.get(COUNT);
        double width = clamp.high() - clamp.low();
        if (block instanceof Mean mean) {
            return mean.errors(stddev, count, relative(mean.grid(), clamp, arguments));
        }
        Variance variance = (Variance) block;
        double unit = width * variance.grid().doubleValue();
        double spread = arguments.get(VARIANCE, Range.between(0.0, unit * unit / 4)) / (unit * unit);
        return variance.errors(stddev, count, relative(variance.grid(), clamp, arguments), spread);
    }

    /**
     * The mean as a fraction of the clamp's width. A mean outside the clamp by up to half a step is accepted, because the ends of the clamp
     * may have been rounded by up to half a step.
     */
    private static double relative(BigDecimal grid, Sum.Range clamp, Arguments arguments) {
        double step = grid.doubleValue();
        double steps =
                arguments.get(MEAN, Range.between((clamp.low() - 0.5) * step, (clamp.high() + 0.5) * step)) / step;
        return (steps - clamp.low()) / (clamp.high() - clamp.low());
    }
}
