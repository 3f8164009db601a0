package dev.weir.calculator.local;

import dev.weir.accountant.local.IntervalResponse;
import dev.weir.accountant.local.NumberResponse;
import dev.weir.accountant.local.Odds;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import java.math.BigDecimal;
import java.util.List;

/** How accurate a mean is that is estimated from local reports of numbers between -1 and 1. */
public final class LocalMeanCalculation {

    private static final Option<BigDecimal> EPSILON =
            Option.of("epsilon", Kind.DECIMAL, "of each report, from 1e-9 to 16");
    private static final Range SIZE = Range.between(1, IntervalResponse.MOST_LEVELS);
    private static final Option<Integer> LEVELS =
            Option.small("levels", "m, the best if not given").in(SIZE);
    private static final Option<Integer> WIDTH =
            Option.small("width", "W, the best if not given").in(SIZE);
    private static final Option<Double> X = Option.number("x", "a value").in(Range.between(-1, 1));

    private static final String VARIANCE = "variance";
    private static final List<String> COLUMNS = List.of(
            "odds",
            "slope",
            "offset",
            VARIANCE,
            "worst_variance",
            "worst_laplace",
            "worst_one_bit",
            "worst_piecewise",
            "worst_hybrid",
            "best_levels_1_to_64",
            "best_width",
            "best_worst_variance");

    /** The squared width of the range from -1 to 1, in which variances are told here. */
    private static final double SQUARED_WIDTH = 4;

    private static final NumberResponse.Range RANGE = new NumberResponse.Range(-1, 1);

    /** The question. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "local-mean",
                            "The variance of one local report of a number between -1 and 1, by interval response and by others.")
                    .with(EPSILON, LEVELS, WIDTH, X)
                    .answering(given -> COLUMNS.stream()
                            .filter(column -> given.contains(X) || !column.equals(VARIANCE))
                            .toList())
                    .example("--epsilon 2 --x 0.5"),
            LocalMeanCalculation::answer);

    private LocalMeanCalculation() {}

    private static Answer answer(Arguments arguments) {
        BigDecimal epsilon = arguments.get(EPSILON);
        IntervalResponse best = IntervalResponse.of(RANGE, epsilon);
        IntervalResponse asked = asked(best, arguments);
        Answer answer = new Answer()
                .with("odds", asked.odds().heavy())
                .with("slope", asked.slope())
                .with("offset", asked.offset());
        arguments.find(X).ifPresent(x -> answer.with(VARIANCE, SQUARED_WIDTH * asked.variance((x + 1) / 2)));
        answer.with("worst_variance", SQUARED_WIDTH * asked.worstVariance());
        return others(answer, epsilon.doubleValue())
                .with("best_levels_1_to_64", best.levels())
                .with("best_width", best.width())
                .with("best_worst_variance", SQUARED_WIDTH * best.worstVariance());
    }

    private static IntervalResponse asked(IntervalResponse best, Arguments arguments) {
        int levels = arguments.find(LEVELS).orElse(best.levels());
        int width = arguments.find(WIDTH).orElse(best.width());
        Odds odds = best.odds();
        return new IntervalResponse(RANGE, levels, width, odds);
    }

    private static Answer others(Answer answer, double epsilon) {
        return answer.with("worst_laplace", 8 / (epsilon * epsilon))
                .with("worst_one_bit", oneBit(epsilon))
                .with("worst_piecewise", piecewise(epsilon))
                .with("worst_hybrid", hybrid(epsilon));
    }

    /** The variance at 0 of a report of one of two values: Duchi, Jordan and Wainwright (2018). */
    private static double oneBit(double epsilon) {
        double tanh = Math.tanh(epsilon / 2);
        return 1 / (tanh * tanh);
    }

    /** The variance at 1 of the piecewise mechanism: Wang and others (2019), with h = e<sup>&epsilon;/2</sup> - 1. */
    private static double piecewise(double epsilon) {
        double h = Math.expm1(epsilon / 2);
        return 1 / h + (h + 4) / (3 * h * h);
    }

    /**
     * The variance of the hybrid mechanism, which takes the piecewise one with probability 1 - e<sup>-&epsilon;/2</sup>, else
     * the one-bit one, so that it is the same for all values; for small &epsilon; it always takes one bit.
     */
    private static double hybrid(double epsilon) {
        double h = Math.expm1(epsilon / 2);
        double mixed = (h + 4) / (3 * (h + 1) * h) + oneBit(epsilon) / (h + 1);
        return Math.min(mixed, oneBit(epsilon));
    }
}
