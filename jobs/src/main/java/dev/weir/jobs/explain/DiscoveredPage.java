package dev.weir.jobs.explain;

import dev.weir.accountant.selection.keys.RunningThresholds;
import dev.weir.accountant.selection.keys.WindowThreshold;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.PricedQuery;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * States in a card which keys appear of those that nobody declared, and what their &delta; pays for. All of it follows from configuration.
 *
 * @param priced the query
 * @param keys how its keys are announced
 */
record DiscoveredPage(PricedQuery priced, DiscoveredKeys keys) {

    private static final double EVEN = 0.5;
    private static final double LIKELY = 0.95;

    /**
     * What decides whether a key appears.
     *
     * @param first the threshold at the first examination
     * @param last the threshold at the last
     * @param firstStep the step of the first examination
     * @param lastStep the step of the last examination
     * @param examinations how often a key is examined
     * @param even the units of a key that appears with even odds, at the last examination
     * @param likely the units of a key that appears with 95 %
     */
    private record Chances(
            long first, long last, long firstStep, long lastStep, long examinations, long even, long likely) {

        static Chances of(PricedQuery priced, AnnouncementTerms terms, DiscoveredKeys keys) {
            if (priced.query().window().accumulates()) {
                RunningThresholds all = terms.running(priced, keys.every());
                long last = all.examinations().last();
                return new Chances(
                        all.at(all.examinations().from(1)),
                        all.at(last),
                        all.examinations().from(1),
                        last,
                        all.examinations().count(),
                        all.unitsFor(last, EVEN),
                        all.unitsFor(last, LIKELY));
            }
            WindowThreshold one = terms.threshold(priced);
            return new Chances(one.threshold(), one.threshold(), 1, 1, 1, one.unitsFor(EVEN), one.unitsFor(LIKELY));
        }
    }

    /** Adds the lines and fields to the part of the card about the query. */
    void addTo(TitledValues page) {
        AnnouncementTerms terms = AnnouncementTerms.of(priced.query());
        Chances chances = Chances.of(priced, terms, keys);
        BigDecimal ofTouch = terms.touches().each().value();
        Map<String, Long> thresholds = new LinkedHashMap<>();
        thresholds.put(Long.toString(chances.firstStep()), chances.first());
        thresholds.put(Long.toString(chances.lastStep()), chances.last());
        page.field(
                "keys",
                new TitledValues()
                        .field("discovered", true)
                        .field("by", keys.by())
                        .field("delta", keys.delta().value().stripTrailingZeros())
                        .field("touches", terms.touches().most())
                        .field("delta_of_a_touch", ofTouch.stripTrailingZeros())
                        .field("examinations", chances.examinations())
                        .field("pre_threshold", keys.preThreshold())
                        .field("threshold", thresholds)
                        .field("units50", chances.even())
                        .field("units95", chances.likely())
                        .field("until", priced.query().window().accumulates() ? "reset" : "window"));
        String title = "keys";
        for (String sentence : sentences(terms, chances, ofTouch)) {
            page.line(title, "%s", sentence);
            title = "";
        }
    }

    private List<String> sentences(AnnouncementTerms terms, Chances chances, BigDecimal ofTouch) {
        boolean accumulates = priced.query().window().accumulates();
        return List.of(
                accumulates ? ofSteps(chances) : ofWindows(chances),
                String.format(
                        Locale.ROOT,
                        "of %d units that count 1 each it appears with even odds%s, of %d with 95 %%",
                        chances.even(),
                        accumulates ? " by the end" : "",
                        chances.likely()),
                String.format(
                        Locale.ROOT,
                        "a key that one unit alone has appears with probability at most %s; a unit has at most %d keys%s",
                        CardWording.scientific(ofTouch),
                        terms.touches().most(),
                        accumulates ? "" : " and windows"),
                String.format(
                        Locale.ROOT,
                        "delta %s of the budget's pays for that, the noise has the rest; nothing is said about other keys",
                        CardWording.scientific(keys.delta().value())));
    }

    private String ofSteps(Chances chances) {
        return String.format(
                Locale.ROOT,
                "not declared: a key has rows from the step on at which its noisy %s reaches %d at the first step, %d at step %d",
                keys.by(),
                chances.first(),
                chances.last(),
                chances.lastStep());
    }

    private String ofWindows(Chances chances) {
        return String.format(
                Locale.ROOT,
                "not declared: a key has a row in a window where its noisy %s is %d or more",
                keys.by(),
                chances.last());
    }
}
