package dev.weir.testing.scenario;

import dev.weir.accountant.selection.keys.RunningThresholds;
import dev.weir.accountant.selection.keys.TruncatedGeometricDraw;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * How many people a key that nobody declared needs so that it is announced, the most over all queries of a plan.
 *
 * @param first people with whom it is announced at the first examination with even odds
 * @param sure people with whom it is announced at the last examination with 95 %
 */
record Crowd(int first, int sure) {

    /** More people than this are not made up in any world: keys of larger thresholds are not announced in an audit. */
    static final int MOST = 300;

    private static final double EVEN = 0.5;
    private static final double SURE = 0.95;

    /** Counts the people for a plan: nobody where all keys are declared. */
    static Crowd of(Plan plan) {
        List<Crowd> all = plan.queries().stream()
                .filter(PricedQuery::discoversKeys)
                .map(Crowd::of)
                .toList();
        return new Crowd(
                all.stream().mapToInt(Crowd::first).max().orElse(0),
                all.stream().mapToInt(Crowd::sure).max().orElse(0));
    }

    private static Crowd of(PricedQuery priced) {
        AnnouncementTerms terms = AnnouncementTerms.of(priced.query());
        if (priced.query().window().accumulates()) {
            RunningThresholds all = terms.running(
                    priced, priced.query().keys().discovered().orElseThrow().every());
            return new Crowd(
                    people(all.unitsFor(all.examinations().from(1), EVEN)),
                    people(all.unitsFor(all.examinations().last(), SURE)));
        }
        Optional<TruncatedGeometricDraw> draw = terms.draw(priced);
        ToLongFunction<Double> units = draw.<ToLongFunction<Double>>map(drawn -> drawn::unitsFor)
                .orElseGet(() -> terms.threshold(priced)::unitsFor);
        return new Crowd(people(units.applyAsLong(EVEN)), people(units.applyAsLong(SURE)));
    }

    private static int people(long units) {
        return (int) Math.min(units, MOST);
    }
}
