package dev.weir.jobs.explain;

import dev.weir.accountant.selection.keys.RunningThresholds;
import dev.weir.accountant.selection.keys.TruncatedGeometricDraw;
import dev.weir.accountant.selection.keys.WindowThreshold;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.PricedQuery;
import java.util.Optional;

/**
 * Which keys appear of those that nobody declared. All of it follows from configuration.
 *
 * @param isDrawn whether a draw decides, by the number of a key's units, and no noisy number
 * @param first the threshold at the first examination; of a draw, the number of units whose key always appears
 * @param last the threshold at the last
 * @param firstStep the step of the first examination
 * @param lastStep the step of the last examination
 * @param examinations how often a key is examined
 * @param even the units of a key that appears with even odds, at the last examination
 * @param likely the units of a key that appears with 95 %
 */
public record KeyOdds(
        boolean isDrawn,
        long first,
        long last,
        long firstStep,
        long lastStep,
        long examinations,
        long even,
        long likely) {

    private static final double EVEN = 0.5;
    private static final double LIKELY = 0.95;

    /**
     * The odds of a query's keys.
     *
     * @param priced the query, whose keys nobody declared
     */
    public static KeyOdds of(PricedQuery priced) {
        AnnouncementTerms terms = AnnouncementTerms.of(priced.query());
        if (priced.query().window().accumulates()) {
            return of(terms.running(
                    priced, priced.query().keys().discovered().orElseThrow().every()));
        }
        Optional<TruncatedGeometricDraw> draw = terms.draw(priced);
        return draw.isPresent() ? of(draw.get()) : of(terms.threshold(priced));
    }

    private static KeyOdds of(RunningThresholds all) {
        long first = all.examinations().from(1);
        long last = all.examinations().last();
        return new KeyOdds(
                false,
                all.at(first),
                all.at(last),
                first,
                last,
                all.examinations().count(),
                all.unitsFor(last, EVEN),
                all.unitsFor(last, LIKELY));
    }

    private static KeyOdds of(TruncatedGeometricDraw draw) {
        return ofOne(true, draw.always(), draw.unitsFor(EVEN), draw.unitsFor(LIKELY));
    }

    private static KeyOdds of(WindowThreshold one) {
        return ofOne(false, one.threshold(), one.unitsFor(EVEN), one.unitsFor(LIKELY));
    }

    private static KeyOdds ofOne(boolean isDrawn, long threshold, long even, long likely) {
        return new KeyOdds(isDrawn, threshold, threshold, 1, 1, 1, even, likely);
    }
}
