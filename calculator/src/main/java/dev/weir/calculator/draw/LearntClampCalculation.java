package dev.weir.calculator.draw;

import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.selection.Draw;
import dev.weir.accountant.selection.SelectionProbabilities;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import dev.weir.operators.aggregate.clamp.ClampDraw;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The calculation {@code learnt-clamp}: the probability of each learnt clamp. The counts should be invented, because
 * exact counts are private.
 */
public final class LearntClampCalculation {

    private static final MathContext PRINTED = new MathContext(17);

    private static final Option<long[]> RECORDS = Option.of(
            "records_per_bin",
            new Kind<>("up to 41 whole numbers from 0", LearntClampCalculation::above),
            "up to 41 whole numbers with blanks between them: how many values have sizes of at most 1,"
                    + " above 1 and at most 2, above 2 and at most 4, ..");
    private static final Option<Ratio> TEMPERATURE =
            Option.of("temperature", Kind.RATIO, "t: a decimal above 0 or a fraction");
    private static final Option<Long> IGNORED = Option.whole(
                    "ignored", "kappa: how many records above the clamp are let be")
            .alias("kappa")
            .in(Range.atLeast(0));
    private static final Option<Integer> PREVIOUS =
            Option.small("previous_exponent", "that of the key's last clamp").in(Range.atLeast(0));

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("learnt-clamp", "The exact probability of each exponent of a learnt clamp.")
                    .with(Draws.MECHANISM, RECORDS, TEMPERATURE, IGNORED, PREVIOUS)
                    .answering("probabilities_of_exponents")
                    .example(
                            "--mechanism permute-and-flip --records-per-bin \"0 0 5 80 15 0\" --temperature 1/4 --ignored 2"
                                    + " --previous-exponent 0"),
            LearntClampCalculation::answer);

    private LearntClampCalculation() {}

    private static Answer answer(Arguments arguments) {
        Draw draw = Draws.draw(arguments);
        long[] above = arguments.get(RECORDS);
        int before = arguments.get(PREVIOUS);
        long kappa = arguments.get(IGNORED);
        ClampDraw clamp = new ClampDraw(draw, arguments.get(TEMPERATURE), kappa);
        List<BigDecimal> odds = SelectionProbabilities.of(draw, clamp.exponents(above, above.length, before));
        return new Answer()
                .with(
                        "probabilities_of_exponents",
                        odds.stream()
                                .map(each -> each.round(PRINTED).toString())
                                .collect(Collectors.joining(" ")));
    }

    /** The number of records above each power of two, computed from the numbers of records in the bins. */
    private static long[] above(String text) {
        long[] bins =
                Arrays.stream(text.split("\\s+", -1)).mapToLong(Long::parseLong).toArray();
        if (bins.length > 41 || Arrays.stream(bins).anyMatch(bin -> bin < 0)) {
            throw new NumberFormatException("out of range");
        }
        long[] above = new long[bins.length];
        for (int i = bins.length - 2; i >= 0; i--) {
            above[i] = Math.addExact(above[i + 1], bins[i + 1]);
        }
        return above;
    }
}
