package dev.weir.testing.scenario;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;

/**
 * How much of what a record costs the released windows can show. A tumbling window shows all of it. A record of a series pays for
 * all later steps, most of which an audit does not see: a step whose noise has the deviation s shows a record of size c as far as
 * (c / s)&sup2; / 2 of a Gaussian budget, and sqrt(2) c / s of a pure one, and this is the largest of the released steps that hold it. More may
 * be shown by several steps together.
 *
 * @param priced the query
 * @param schedule which windows are released
 */
record ShownPart(PricedQuery priced, Schedule schedule) {

    /**
     * The part, at most 1; 0 if no released step is behind the record.
     *
     * @param time the time of the first record, epoch milliseconds: steps that end before it do not show it
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
            most = end > time ? Math.max(most, shown) : most;
        }
        return Math.min(1, most / record);
    }
}
