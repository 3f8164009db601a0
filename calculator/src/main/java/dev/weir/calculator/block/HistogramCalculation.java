package dev.weir.calculator.block;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.operators.aggregate.histogram.Histogram;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;

/** How accurate a histogram is: one bin, and all of them at once. */
final class HistogramCalculation extends Calculation {

    HistogramCalculation() {
        super(
                "histogram",
                "The noise of a histogram: what one bin, and what all bins, stay within with probability 0.95.",
                BlockNoise.law(),
                Option.of("price", "of a record, in the currency of the noise"),
                Option.of("bins", "how many there are, at least 1"));
    }

    @Override
    String example() {
        return "--law laplace --price 0.5 --bins 10";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of("scale_or_sigma_squared", "std_per_bin", "error95_per_bin", "error95_all_bins");
    }

    @Override
    Answer answer(Arguments arguments) {
        int bins = arguments.small("bins");
        if (bins < 1) {
            throw new InvalidOption("bins", "must be at least 1, was " + bins);
        }
        BlockNoise noise = BlockNoise.forPrice(
                BlockNoise.norm(arguments), BigInteger.ONE, BlockNoise.ratio("price", arguments), "price");
        return new Answer()
                .with("scale_or_sigma_squared", noise.scale().toString())
                .with("std_per_bin", noise.noise().stddev())
                .with("error95_per_bin", (long) noise.noise().error(0.95))
                .with("error95_all_bins", (long) Histogram.errorOfAll(noise.noise(), bins));
    }
}
