package dev.weir.calculator.block;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import dev.weir.operators.aggregate.histogram.Histogram;
import java.math.BigInteger;

/** The calculation {@code histogram}: the error of one bin of a histogram, and of all bins at once. */
public final class HistogramCalculation {

    private static final Option<Integer> BINS =
            Option.small("bins", "how many there are").in(Range.atLeast(1));

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "histogram",
                            "The noise of a histogram: what one bin, and what all bins, stay within with probability 0.95.")
                    .with(BlockNoise.LAW, BlockNoise.PRICE, BINS)
                    .answering("scale_or_sigma_squared", "std_per_bin", "error95_per_bin", "error95_all_bins")
                    .example("--law laplace --price 0.5 --bins 10"),
            HistogramCalculation::answer);

    private HistogramCalculation() {}

    private static Answer answer(Arguments arguments) {
        int bins = arguments.get(BINS);
        BlockNoise noise = BlockNoise.priced(BlockNoise.norm(arguments), BigInteger.ONE, arguments);
        return new Answer()
                .with("scale_or_sigma_squared", noise.scale().toString())
                .with("std_per_bin", noise.noise().stddev())
                .with("error95_per_bin", (long) noise.noise().error(0.95))
                .with("error95_all_bins", (long) Histogram.errorOfAll(noise.noise(), bins));
    }
}
