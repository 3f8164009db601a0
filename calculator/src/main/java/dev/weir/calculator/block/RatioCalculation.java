package dev.weir.calculator.block;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.moment.SumRatio;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;

/** How accurate the ratio of two sums is. */
final class RatioCalculation extends Calculation {

    RatioCalculation() {
        super(
                "ratio",
                "The noise of a ratio of two sums, and its errors for given true sums.",
                Option.of("denominator_high_steps", "the largest value of the denominator, in grid steps"),
                Option.of("numerator_high_steps", "the largest value of the numerator, in grid steps"),
                BlockNoise.law(),
                Option.of("price", "of a full-size record, in the currency of the noise"),
                Option.of("records", "how many there are; only copied"),
                Option.of("true_denominator", "the sum, in grid steps, above 0"),
                Option.of("true_numerator", "the sum, in grid steps"),
                Option.of("ratio", "of the two sums; if not given, it is computed"));
    }

    @Override
    String example() {
        return "--denominator-high-steps 20 --numerator-high-steps 5 --law laplace --price 1"
                + " --true-denominator 9000 --true-numerator 1900";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of(
                "c_steps",
                "scale_or_sigma_squared",
                "noise_std_steps",
                "std_denominator",
                "std_numerator",
                "std_ratio");
    }

    @Override
    Answer answer(Arguments arguments) {
        arguments.has("records");
        SumRatio block = block(arguments);
        Norm norm = BlockNoise.norm(arguments);
        BlockNoise noise =
                BlockNoise.forPrice(norm, block.fullSize(norm), BlockNoise.ratio("price", arguments), "price");
        double denominator = arguments.positive("true_denominator");
        double ratio = arguments.has("ratio")
                ? arguments.notNegative("ratio")
                : arguments.notNegative("true_numerator") / denominator;
        arguments.has("true_numerator");
        SumRatio.Errors errors = block.errors(noise.noise().stddev(), ratio, denominator);
        return new Answer()
                .with("c_steps", block.fullSize(Norm.L1).longValueExact())
                .with("scale_or_sigma_squared", noise.scale().toString())
                .with("noise_std_steps", noise.noise().stddev())
                .with("std_denominator", errors.denominator())
                .with("std_numerator", errors.numerator())
                .with("std_ratio", errors.ratio());
    }

    private static SumRatio block(Arguments arguments) {
        long denominator = arguments.whole("denominator_high_steps");
        long numerator = arguments.whole("numerator_high_steps");
        try {
            return new SumRatio(
                    "ratio",
                    BigDecimal.ONE,
                    new SumRatio.Term(BigDecimal.ONE, numerator),
                    new SumRatio.Term(BigDecimal.ONE, denominator));
        } catch (IllegalArgumentException e) {
            throw new InvalidOption("denominator_high_steps", String.valueOf(e.getMessage()));
        }
    }
}
