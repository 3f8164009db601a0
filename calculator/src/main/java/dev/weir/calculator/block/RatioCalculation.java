package dev.weir.calculator.block;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import dev.weir.operators.aggregate.moment.RatioOfSums;
import dev.weir.operators.aggregate.moment.SumRatio;
import java.math.BigDecimal;

/** The calculation {@code ratio}: the noise of a ratio of two sums, and its errors for given true sums. */
public final class RatioCalculation {

    private static final Option<Long> DENOMINATOR_HIGH =
            Option.whole("denominator_high_steps", "the largest value of the denominator, in grid steps");
    private static final Option<Long> NUMERATOR_HIGH =
            Option.whole("numerator_high_steps", "the largest value of the numerator, in grid steps");
    private static final Option<String> RECORDS = Option.of("records", Kind.TEXT, "how many there are; only copied");
    private static final Option<Double> DENOMINATOR =
            Option.number("true_denominator", "the sum, in grid steps").in(Range.ABOVE_0);
    private static final Option<Double> NUMERATOR =
            Option.number("true_numerator", "the sum, in grid steps").in(Range.FROM_0);
    private static final Option<Double> RATIO =
            Option.number("ratio", "of the two sums, computed if not given").in(Range.FROM_0);

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("ratio", "The noise of a ratio of two sums, and its errors for given true sums.")
                    .with(
                            DENOMINATOR_HIGH,
                            NUMERATOR_HIGH,
                            BlockNoise.LAW,
                            BlockNoise.PRICE,
                            RECORDS,
                            DENOMINATOR,
                            NUMERATOR,
                            RATIO)
                    .answering(
                            "c_steps",
                            "scale_or_sigma_squared",
                            "noise_std_steps",
                            "std_denominator",
                            "std_numerator",
                            "std_ratio")
                    .example("--denominator-high-steps 20 --numerator-high-steps 5 --law laplace --price 1"
                            + " --true-denominator 9000 --true-numerator 1900"),
            RatioCalculation::answer);

    private RatioCalculation() {}

    private static Answer answer(Arguments arguments) {
        arguments.has(RECORDS);
        SumRatio block = block(arguments);
        Norm norm = BlockNoise.norm(arguments);
        BlockNoise noise = BlockNoise.priced(norm, block.fullSize(norm), arguments);
        double denominator = arguments.get(DENOMINATOR);
        double ratio = arguments.find(RATIO).orElseGet(() -> arguments.get(NUMERATOR) / denominator);
        arguments.has(NUMERATOR);
        RatioOfSums.Errors errors = block.errors(noise.noise().stddev(), ratio, denominator);
        return new Answer()
                .with("c_steps", block.fullSize(Norm.L1).longValueExact())
                .with("scale_or_sigma_squared", noise.scale().toString())
                .with("noise_std_steps", noise.noise().stddev())
                .with("std_denominator", errors.denominator())
                .with("std_numerator", errors.numerator())
                .with("std_ratio", errors.ratio());
    }

    private static SumRatio block(Arguments arguments) {
        long denominator = arguments.get(DENOMINATOR_HIGH);
        long numerator = arguments.get(NUMERATOR_HIGH);
        try {
            return new SumRatio(
                    "ratio",
                    BigDecimal.ONE,
                    new RatioOfSums.Term(BigDecimal.ONE, numerator),
                    new RatioOfSums.Term(BigDecimal.ONE, denominator));
        } catch (IllegalArgumentException e) {
            throw DENOMINATOR_HIGH.invalid(String.valueOf(e.getMessage()));
        }
    }
}
