package dev.weir.jobs.calc;

import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.moment.ClampedBlock;
import dev.weir.operators.aggregate.moment.MomentErrors;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mean or variance that a job releases for given noisy coordinates. Its errors are those to first order, and may
 * exceed what the clamp admits.
 */
final class EstimateCalculation extends Calculation {

    EstimateCalculation() {
        super(
                "estimate",
                "What noisy coordinates of a mean or a variance say, with errors and interval.",
                Option.of("kind", "one of " + String.join(", ", MomentsCalculation.KINDS)),
                BlockNoise.law(),
                Option.of("scale_or_sigma_squared", "b of Laplace noise, or the variance parameter of Gaussian noise"),
                Option.of("low_steps", "the lower bound of the clamp, in grid steps"),
                Option.of("R_steps", "the width of the clamp, in grid steps"),
                Option.of("grid", "the value of one step"),
                Option.of("noisy_coordinates", "two or three whole numbers, separated by blanks"));
    }

    @Override
    String example() {
        return "--kind mean --law laplace --scale-or-sigma-squared 100 --low-steps 0 --R-steps 100 --grid 1"
                + " --noisy-coordinates \"41270 58730\"";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of(
                "count",
                "sum",
                "mean",
                "variance",
                "stddev",
                "std_of_mean",
                "std_of_variance",
                "mean_interval_low",
                "mean_interval_high");
    }

    @Override
    Answer answer(Arguments arguments) {
        boolean isMean = arguments.choice("kind", MomentsCalculation.KINDS).equals("mean");
        long low = arguments.whole("low_steps");
        Sum.Range clamp = new Sum.Range(low, Math.addExact(low, Math.max(0, arguments.whole("R_steps"))));
        ClampedBlock block = MomentsCalculation.block(isMean, BlockNoise.decimal("grid", arguments), clamp);
        BlockNoise noise = BlockNoise.given(arguments);
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
        String text = arguments.text("noisy_coordinates");
        try {
            long[] coordinates =
                    Arrays.stream(text.split("\\s+")).mapToLong(Long::parseLong).toArray();
            if (coordinates.length == expected) {
                return coordinates;
            }
        } catch (NumberFormatException e) {
            throw new InvalidOption("noisy_coordinates", "must be whole numbers separated by blanks, was " + text);
        }
        throw new InvalidOption("noisy_coordinates", "must be " + expected + " whole numbers, was " + text);
    }
}
