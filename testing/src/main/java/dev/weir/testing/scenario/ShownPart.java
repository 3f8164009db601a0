package dev.weir.testing.scenario;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;

/**
 * How much of what a record costs the released windows can show. A tumbling window shows all of it. A record of a series pays for
 * all later steps, most of which an audit does not see: a step whose noise has the deviation s shows a record of size c as far as
 * (c / s)&sup2; / 2 of a Gaussian budget, and sqrt(2) c / s of a pure one, and this is the largest of the released steps that hold it. More may
 * be shown by several steps together. Of several windows from one series, a step shows those that end with it and begin within the schedule; each has at most the
 * deviation that is stated for the step.
 *
 * @param priced the query
 * @param schedule which windows are released
 */
record ShownPart(PricedQuery priced, Schedule schedule) {

    /**
     * The part, at most 1; 0 if no released window holds the record.
     *
     * @param time the time of the first record, epoch milliseconds
     */
    double of(long time) {
        Window window = priced.query().window();
        if (!window.sharesNoise()) {
            return 1;
        }
        Aggregate first = priced.query().aggregates().get(0);
        double size = first.fullSize(priced.price().norm()).doubleValue();
        double record = priced.price().share().value().doubleValue() / priced.affords();
        double most = 0;
        long step = 0;
        for (long end = window.cellEnd(schedule.from()); end <= schedule.until(); end = window.cellEnd(end)) {
            step = window.step(end, step);
            double ratio = size / priced.stddevs(step)[0];
            double shown = priced.price().isGaussian() ? ratio * ratio / 2 : Math.sqrt(2) * ratio;
            most = end > time && start(window, end, step) <= time ? Math.max(most, shown) : most;
        }
        return Math.min(1, most / record);
    }

    /** The start of the longest window that is released at a step; the largest long if none is. */
    private long start(Window window, long end, long step) {
        return window.named().isEmpty()
                ? window.start(end, step)
                : window.named().stream()
                        .filter(named -> named.endsAt(end))
                        .mapToLong(named -> named.start(end))
                        .filter(start -> start >= schedule.from())
                        .min()
                        .orElse(Long.MAX_VALUE);
    }
}
