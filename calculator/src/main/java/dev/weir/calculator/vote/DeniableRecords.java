package dev.weir.calculator.vote;

import dev.weir.accountant.synth.DeniableLoss;
import dev.weir.accountant.synth.DeniablePrice;
import dev.weir.accountant.synth.PlausibleDeniability;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Range;
import dev.weir.calculator.theorem.AdvancedComposition;
import dev.weir.calculator.theorem.ApproximateLoss;
import dev.weir.calculator.theorem.BasicComposition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What synthetic records cost that come out when candidates are drawn until one passes, and how often candidates pass. */
final class DeniableRecords {

    static final Option<Double> DELTA_WANTED = Option.number(
            "delta_wanted",
            "the most that a run may cost, and the slack of many records: for the price of records that come out");
    static final Option<Double> PASS_RATE = Option.number(
                    "pass_rate_floor", "with delta-wanted: a public lower bound of how often a run passes")
            .in(new Range("above 0 and at most 1", rate -> rate > 0 && rate <= 1))
            .held("pass rate");
    static final Option<Long> RECORDS = Option.whole("records", "with delta-wanted: how many records come out")
            .in(Range.between(1, Integer.MAX_VALUE))
            .or(1L);

    static final List<String> COLUMNS = List.of(
            "t",
            "epsilon_run",
            "delta_run",
            "epsilon_record",
            "delta_record",
            "epsilon_total",
            "delta_total",
            "pass_at_k_minus_10",
            "pass_at_k",
            "pass_at_2k",
            "pass_discrete_at_k_minus_10",
            "pass_discrete_at_k");

    private static final int FEWER = 10;

    private DeniableRecords() {}

    /**
     * Computes the answer. There are no prices if no t has a small enough delta.
     *
     * @param split the t that is asked for; the best one if empty
     */
    static Answer answer(PlausibleDeniability test, Optional<Integer> split, Arguments arguments) {
        double wanted = arguments.get(DELTA_WANTED);
        double passRate = arguments.get(PASS_RATE);
        long records = arguments.get(RECORDS);
        Answer answer = new Answer();
        OptionalInt best = test.best(wanted);
        split.or(() -> best.isPresent() ? Optional.of(best.getAsInt()) : Optional.empty())
                .map(t -> new DeniablePrice(test, t, passRate))
                .ifPresent(price -> price(answer, price, records, wanted));
        return passes(test, answer);
    }

    private static void price(Answer answer, DeniablePrice price, long records, double slack) {
        DeniableLoss run = price.run();
        DeniableLoss record = price.record();
        ApproximateLoss all = all(new ApproximateLoss(record.epsilon(), record.delta()), records, slack);
        answer.with("t", price.t())
                .with("epsilon_run", run.epsilon())
                .with("delta_run", run.delta())
                .with("epsilon_record", record.epsilon())
                .with("delta_record", record.delta())
                .with("epsilon_total", all.epsilon())
                .with("delta_total", all.delta());
    }

    /** The smaller epsilon of basic and of advanced composition. */
    private static ApproximateLoss all(ApproximateLoss each, long records, double slack) {
        ApproximateLoss basic = BasicComposition.of(each, records);
        ApproximateLoss advanced = AdvancedComposition.improved(each, records, slack);
        return advanced.epsilon() < basic.epsilon() ? advanced : basic;
    }

    private static Answer passes(PlausibleDeniability test, Answer answer) {
        if (test.k() >= FEWER) {
            answer.with("pass_at_k_minus_10", test.passes(test.k() - FEWER));
            answer.with("pass_discrete_at_k_minus_10", test.passesWhole(test.k() - FEWER));
        }
        return answer.with("pass_at_k", test.passes(test.k()))
                .with("pass_at_2k", test.passes(2L * test.k()))
                .with("pass_discrete_at_k", test.passesWhole(test.k()));
    }
}
