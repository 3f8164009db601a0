package dev.weir.calculator.keys;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.selection.keys.LoneKey;
import dev.weir.accountant.selection.keys.Touches;
import dev.weir.accountant.selection.keys.WindowThreshold;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import java.math.BigInteger;
import java.util.List;

/**
 * The calculation {@code select-window}: the whole threshold from which on a job announces an undeclared key of one window, for a query of one
 * count that has the whole budget.
 */
public final class SelectWindowCalculation {

    private static final Option<String> LAW = Option.choice("law", "the noise of the count", "gaussian", "laplace")
            .or("gaussian");
    private static final Option<Long> CONTRIBUTIONS = Option.whole(
                    "contributions",
                    "how many records of a unit the budget pays for, and how many keys it may announce")
            .in(Range.between(1, 1L << 30))
            .or(1L)
            .held("touches");
    private static final Option<Long> RECORDS = Option.whole(
                    "records_per_cell", "how many records of a unit count for one key and window")
            .or(1L)
            .held("most");

    /** What rounding to whole numbers adds to the variance, up to a relative 4 e<sup>-2 pi&sup2; sigma&sup2;</sup>. */
    private static final double ROUNDING_VARIANCE = 1.0 / 12;

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "select-window",
                            "From which noisy count on a key that nobody declared appears in a window, and how many units it takes.")
                    .with(
                            LAW,
                            KeyOptions.EPSILON,
                            KeyOptions.DELTA,
                            KeyOptions.DISCOVERED,
                            CONTRIBUTIONS,
                            RECORDS,
                            KeyOptions.PRE_THRESHOLD)
                    .answering(
                            "price_of_a_record",
                            "scale_or_sigma_squared",
                            "stddev",
                            "delta_of_a_touch",
                            "threshold_exact",
                            "threshold",
                            "lone_probability",
                            "units50",
                            "units95",
                            "keep_at_units95")
                    .example("--epsilon 1 --delta 1e-6 --discovered-delta 5e-7 --contributions 3"),
            SelectWindowCalculation::answer);

    private SelectWindowCalculation() {}

    private static Answer answer(Arguments arguments) {
        Budget rest = KeyOptions.rest(arguments, arguments.get(LAW).equals("laplace"));
        long contributions = arguments.get(CONTRIBUTIONS);
        QueryPrice price =
                new QueryPrice(QueryPrice.afford(rest), contributions, List.of(new QueryPrice.Term(BigInteger.ONE, 1)));
        AdditiveNoise noise = price.mechanism(0);
        Touches touches = new Touches(KeyOptions.discovered(arguments), contributions);
        LoneKey lone = new LoneKey(arguments.get(KeyOptions.PRE_THRESHOLD), arguments.get(RECORDS));
        WindowThreshold threshold = WindowThreshold.of(noise, lone, touches.each());
        double variance = noise.scale() * noise.scale();
        long likely = threshold.unitsFor(KeyOptions.LIKELY);
        return new Answer()
                .with("price_of_a_record", price.price(0).toDouble())
                .with("scale_or_sigma_squared", price.isGaussian() ? variance : noise.scale())
                .with("stddev", price.isGaussian() ? Math.sqrt(variance + ROUNDING_VARIANCE) : noise.stddev())
                .with("delta_of_a_touch", touches.each().value().doubleValue())
                .with("threshold_exact", threshold.exact())
                .with("threshold", threshold.threshold())
                .with("lone_probability", threshold.loneProbability())
                .with("units50", threshold.unitsFor(KeyOptions.EVEN))
                .with("units95", likely)
                .with("keep_at_units95", threshold.keepProbability(likely));
    }
}
