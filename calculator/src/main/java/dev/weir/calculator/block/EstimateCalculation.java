package dev.weir.calculator.block;

import dev.weir.accountant.privacy.Ratio;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.moment.ClampedBlock;
import dev.weir.operators.aggregate.moment.MomentErrors;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The calculation {@code estimate}: the mean or variance that a job releases for given noisy coordinates. Errors are
 * computed to first order, so they may be larger than the width of the clamp allows.
 */
public final class EstimateCalculation {

    private static final Option<Ratio> SCALE = Option.of(
                    "noise_scale", Kind.RATIO, "b of Laplace noise, or the variance parameter of Gaussian noise")
            .alias("scale_or_sigma_squared");
    private static final Option<Long> LOW = Option.whole("low_steps", "the lower bound of the clamp, in grid steps");
    private static final Option<Long> WIDTH =
            Option.whole("width_steps", "the width of the clamp, in grid steps").alias("R_steps");
    private static final Option<BigDecimal> GRID = Option.of("grid", Kind.DECIMAL, "the value of one step");
    private static final Option<long[]> COORDINATES =
            Option.of("noisy_coordinates", Kind.WHOLES, "two or three whole numbers, separated by blanks");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("estimate", "What noisy coordinates of a mean or a variance say, with errors and interval.")
                    .with(MomentsCalculation.KIND, BlockNoise.LAW, SCALE, LOW, WIDTH, GRID, COORDINATES)
                    .answering(
                            "count",
                            "sum",
                            "mean",
                            "variance",
                            "stddev",
                            "std_of_mean",
                            "std_of_variance",
                            "mean_interval_low",
                            "mean_interval_high")
                    .example("--kind mean --law laplace --noise-scale 100 --low-steps 0 --width-steps 100 --grid 1"
                            + " --noisy-coordinates \"41270 58730\""),
            EstimateCalculation::answer);

    private EstimateCalculation() {}

    private static Answer answer(Arguments arguments) {
        boolean isMean = arguments.get(MomentsCalculation.KIND).equals("mean");
        long low = arguments.get(LOW);
        Sum.Range clamp = new Sum.Range(low, Math.addExact(low, Math.max(0, arguments.get(WIDTH))));
        ClampedBlock block = MomentsCalculation.block(isMean, arguments.get(GRID), clamp);
        BlockNoise noise = BlockNoise.given(arguments, SCALE);
        long[] coordinates = coordinates(arguments, block.coordinates());
        double[] stddevs = new double[coordinates.length];
        Arrays.fill(stddevs, noise.noise().stddev());
        Estimate estimate =
                block.estimate(coordinates, stddevs, 0, noise.noise()).get(0);
        MomentErrors errors = block.errors(coordinates, 0, noise.noise().stddev());
        return isMean ? mean(estimate, errors) : variance(estimate, errors);
    }

    private static Answer mean(Estimate estimate, MomentErrors errors) {
        List<?> interval = (List<?>) field(estimate, "interval");
        return common(estimate)
                .with("mean", estimate.value().doubleValue())
                .with("std_of_mean", Estimate.printed(errors.mean()))
                .with("mean_interval_low", ((BigDecimal) interval.get(0)).doubleValue())
                .with("mean_interval_high", ((BigDecimal) interval.get(1)).doubleValue());
    }

    private static Answer variance(Estimate estimate, MomentErrors errors) {
        return common(estimate)
                .with("mean", part(estimate, "mean").value().doubleValue())
                .with("variance", estimate.value().doubleValue())
                .with("stddev", part(estimate, "deviation").value().doubleValue())
                .with("std_of_mean", Estimate.printed(errors.mean()))
                .with("std_of_variance", Estimate.printed(errors.variance()));
    }

    private static Answer common(Estimate estimate) {
        return new Answer()
                .with("count", part(estimate, "count").value().doubleValue())
                .with("sum", part(estimate, "sum").value().doubleValue());
    }

    @SuppressWarnings("unchecked")
    private static Estimate part(Estimate estimate, String name) {
        return new Estimate(name, (Map<String, @Nullable Object>) field(estimate, name));
    }

    private static Object field(Estimate estimate, String name) {
        return Objects.requireNonNull(estimate.fields().get(name), name);
    }

    private static long[] coordinates(Arguments arguments, int expected) {
        long[] coordinates = arguments.get(COORDINATES);
        if (coordinates.length != expected) {
            throw COORDINATES.invalid("must be " + expected + " whole numbers, were " + coordinates.length);
        }
        return coordinates;
    }
}
