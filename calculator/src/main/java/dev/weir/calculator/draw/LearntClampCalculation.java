package dev.weir.calculator.draw;

import dev.weir.calculator.block.BlockNoise;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.selection.Draw;
import dev.weir.accountant.selection.Odds;
import dev.weir.operators.aggregate.clamp.ClampDraw;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** How likely each learnt clamp is: for made-up counts, as exact ones are private. */
final class LearntClampCalculation extends Calculation {

    private static final String PERMUTE_AND_FLIP = "permute-and-flip";
    private static final MathContext PRINTED = new MathContext(17);

    LearntClampCalculation() {
        super(
                "learnt-clamp",
                "The exact probability of each exponent of a learnt clamp.",
                Option.of("mechanism", PERMUTE_AND_FLIP + " or exponential"),
                Option.of(
                        "records_per_bin",
                        "up to 41 whole numbers with blanks between them: how many values have sizes of at most 1,"
                                + " above 1 and at most 2, above 2 and at most 4, .."),
                Option.of("temperature", "t: a decimal above 0 or a fraction"),
                Option.of("kappa", "how many records above the clamp are let be, at least 0"),
                Option.of("previous_exponent", "that of the key's last clamp, at least 0"));
    }

    @Override
    String example() {
        return "--mechanism permute-and-flip --records-per-bin \"0 0 5 80 15 0\" --temperature 1/4 --kappa 2 --previous-exponent 0";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of("probabilities_of_exponents");
    }

    @Override
    Answer answer(Arguments arguments) {
        Draw draw = arguments
                        .choice("mechanism", List.of(PERMUTE_AND_FLIP, "exponential"))
                        .equals(PERMUTE_AND_FLIP)
                ? Draw.PERMUTE_AND_FLIP
                : Draw.EXPONENTIAL;
        long[] above = above(arguments.text("records_per_bin"));
        int before = arguments.small("previous_exponent");
        long kappa = arguments.whole("kappa");
        if (before < 0 || kappa < 0) {
            throw new InvalidOption(before < 0 ? "previous_exponent" : "kappa", "must be at least 0");
        }
        ClampDraw clamp = new ClampDraw(draw, BlockNoise.ratio("temperature", arguments), kappa);
        List<BigDecimal> odds = Odds.of(draw, clamp.exponents(above, above.length, before));
        return new Answer()
                .with(
                        "probabilities_of_exponents",
                        odds.stream()
                                .map(each -> each.round(PRINTED).toString())
                                .collect(Collectors.joining(" ")));
    }

    /** How many records are above each power of two. */
    private static long[] above(String text) {
        try {
            long[] bins = Arrays.stream(text.split("\\s+", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            long[] above = new long[bins.length];
            for (int i = bins.length - 2; i >= 0; i--) {
                above[i] = Math.addExact(above[i + 1], bins[i + 1]);
            }
            if (bins.length > 41 || Arrays.stream(bins).anyMatch(bin -> bin < 0)) {
                throw new NumberFormatException("out of range");
            }
            return above;
        } catch (NumberFormatException e) {
            throw new InvalidOption("records_per_bin", "must be up to 41 whole numbers from 0, was " + text);
        }
    }
}
