package dev.weir.testing.scenario;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import dev.weir.testing.scenario.ShownLevels.Shown;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * How much of what some records cost the released windows can show, where windows share noise. A record pays for all later steps, most of which an audit
 * does not see: a step whose noise has the deviation s shows a record of size c as far as (c / s)&sup2; / 2 of a Gaussian budget, and sqrt(2) c / s of a pure
 * one. What a step shows is the sum over the records that it holds, each in a cell of its own, and over the aggregates, and of a series the step counts that
 * shows most. More may be shown by several steps together. Of several windows from one series, a step shows those that end with it and begin within the
 * schedule; each has at most the deviation that is stated for the step.
 *
 * @param priced the query, without levels
 * @param schedule which windows are released
 */
record ShownPart(PricedQuery priced, Schedule schedule) {

    /**
     * What is shown.
     *
     * @param records records that surely count, each in a cell of its own: one that an account may refuse moves nothing
     */
    Shown of(List<Step> records) {
        Window window = priced.query().window();
        Map<Long, Shown> most = new HashMap<>();
        long step = 0;
        for (long end = window.cellEnd(schedule.from()); end <= schedule.until(); end = window.cellEnd(end)) {
            step = window.step(end, step);
            Shown shown = ofOne(step).times(held(records, end, step));
            most.merge(window.spanEnd(end), shown, (one, other) -> one.loss() >= other.loss() ? one : other);
        }
        return most.values().stream().reduce(Shown.NOTHING, Shown::plus);
    }

    /** What a step shows of a full-size record that it holds. */
    private Shown ofOne(long step) {
        double[] stddevs = priced.stddevs(step);
        List<Aggregate> aggregates = priced.query().aggregates();
        Norm norm = priced.price().norm();
        double loss = 0;
        for (int i = 0; i < aggregates.size(); i++) {
            double ratio = aggregates.get(i).fullSize(norm).doubleValue() / stddevs[i];
            loss += priced.price().isGaussian() ? ratio * ratio / 2 : Math.sqrt(2) * ratio;
        }
        return new Shown(loss, aggregates.size());
    }

    /** How many of the records the window at a step holds in which most are. */
    private int held(List<Step> records, long end, long step) {
        Window window = priced.query().window();
        return starts(window, end, step)
                .mapToObj(start -> records.stream()
                        .filter(record -> record.time() >= start && record.time() < end)
                        .filter(record -> window.spanEnd(window.cellEnd(record.time())) == window.spanEnd(end))
                        .count())
                .max(Comparator.naturalOrder())
                .orElse(0L)
                .intValue();
    }

    /** The starts of the windows that are released at a step. */
    private LongStream starts(Window window, long end, long step) {
        return window.named().isEmpty()
                ? LongStream.of(window.start(end, step))
                : window.named().stream()
                        .filter(named -> named.endsAt(end))
                        .mapToLong(named -> named.start(end))
                        .filter(start -> start >= schedule.from());
    }
}
