package dev.weir.calculator.keys;

import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.selection.keys.Examinations;
import dev.weir.accountant.selection.keys.LoneKey;
import dev.weir.accountant.selection.keys.RunningThresholds;
import dev.weir.accountant.selection.keys.Touches;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import java.util.List;

/**
 * The calculation {@code select-running}: the whole thresholds from which on a job announces an undeclared key by its running total, for a
 * query of one count that has the whole budget and whose series ends at the horizon.
 */
public final class SelectRunningCalculation {

    /** The most steps: all of them are visited for the bound of a key that one unit alone has. */
    private static final long MOST_STEPS = 1L << 18;

    private static final long MOST_CONTRIBUTIONS = 1L << 30;

    private static final Option<Long> KEYS = Option.whole("keys", "how many keys of a series a unit contributes to")
            .in(Range.between(1, 1L << 20))
            .or(1L)
            .held("touches");
    private static final Option<Long> RECORDS = Option.whole("records", "how many records of a unit count for one key")
            .in(Range.between(1, 1000))
            .or(1L)
            .held("most")
            .held("times");
    private static final Option<Long> STEPS =
            Option.whole("steps", "how many steps a series has").in(Range.between(1, MOST_STEPS));
    private static final Option<Integer> BUFFERS =
            Option.small("buffers", "1 to 10; the fewest within a hundredth of the best if not given");
    private static final Option<Long> EVERY = Option.whole("every", "the steps from one examination to the next")
            .in(Range.between(1, MOST_STEPS))
            .or(1L);

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "select-running",
                            "From which noisy running total on a key that nobody declared appears, and how many units it takes.")
                    .with(
                            KeyOptions.EPSILON,
                            KeyOptions.DELTA,
                            KeyOptions.DISCOVERED,
                            KEYS,
                            RECORDS,
                            KeyOptions.PRE_THRESHOLD,
                            STEPS,
                            BUFFERS,
                            EVERY)
                    .answering(RunningAnswer.COLUMNS.toArray(String[]::new))
                    .example("--epsilon 1 --delta 1e-6 --discovered-delta 5e-7 --keys 3 --steps 288"),
            SelectRunningCalculation::answer);

    private SelectRunningCalculation() {}

    private static Answer answer(Arguments arguments) {
        Amount share = QueryPrice.afford(KeyOptions.rest(arguments, false));
        long steps = arguments.get(STEPS);
        long keys = arguments.get(KEYS);
        Touches touches = new Touches(KeyOptions.discovered(arguments), keys);
        LoneKey lone = new LoneKey(arguments.get(KeyOptions.PRE_THRESHOLD), arguments.get(RECORDS));
        Examinations examinations = Examinations.equal(touches.each(), steps, arguments.get(EVERY));
        BltNoise noise = noise(share, best(steps, arguments), new Participation(keys, lone.most(), 0), steps);
        return new RunningAnswer(new RunningThresholds(noise, lone, examinations), keys).answer(share);
    }

    private static Blt best(long steps, Arguments arguments) {
        PrefixDesign design = new PrefixDesign(steps, 1, 0, Objective.MAX, steps);
        return arguments.find(BUFFERS).map(design::optimize).orElseGet(design::optimize);
    }

    /**
     * The noise for a share that pays for the worst pattern of contributions that the bounds admit: all records of a key at one step. A price
     * knows no more than 2<sup>30</sup> contributions.
     */
    private static BltNoise noise(Amount share, Blt blt, Participation bounds, long steps) {
        long contributions = bounds.keys() * bounds.times() * bounds.times();
        if (contributions > MOST_CONTRIBUTIONS) {
            throw KEYS.invalid("times the square of records must be at most 2^30, was " + bounds.keys());
        }
        SeriesPrice price = new SeriesPrice(share, contributions, bounds, steps);
        return (BltNoise) price.of(blt, List.of(new SeriesPrice.Term(1, 1))).noise(0);
    }
}
