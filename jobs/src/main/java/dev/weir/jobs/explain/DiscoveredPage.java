package dev.weir.jobs.explain;

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

    /** Adds the lines and fields to the part of the card about the query. */
    void addTo(TitledValues page) {
        AnnouncementTerms terms = AnnouncementTerms.of(priced.query());
        KeyOdds odds = KeyOdds.of(priced);
        BigDecimal ofTouch = terms.touches().each().value();
        Map<String, Long> thresholds = new LinkedHashMap<>();
        thresholds.put(Long.toString(odds.firstStep()), odds.first());
        thresholds.put(Long.toString(odds.lastStep()), odds.last());
        page.field(
                "keys",
                new TitledValues()
                        .field("discovered", true)
                        .known("attributes", keys.attributes().isEmpty() ? null : keys.attributes())
                        .known("drawn", odds.isDrawn() ? true : null)
                        .field("by", keys.by())
                        .field("delta", keys.delta().value().stripTrailingZeros())
                        .field("touches", terms.touches().most())
                        .field("delta_of_a_touch", ofTouch.stripTrailingZeros())
                        .field("examinations", odds.examinations())
                        .field("pre_threshold", keys.preThreshold())
                        .field("threshold", thresholds)
                        .field("units50", odds.even())
                        .field("units95", odds.likely())
                        .field("until", priced.query().window().accumulates() ? "reset" : "window"));
        String title = "keys";
        for (String sentence : sentences(terms, odds, ofTouch)) {
            page.line(title, "%s", sentence);
            title = "";
        }
    }

    private List<String> sentences(AnnouncementTerms terms, KeyOdds odds, BigDecimal ofTouch) {
        boolean accumulates = priced.query().window().accumulates();
        return List.of(
                accumulates ? ofSteps(odds) : ofWindows(odds),
                String.format(
                        Locale.ROOT,
                        "of %d units that count 1 each it appears with even odds%s, of %d with 95 %%",
                        odds.even(),
                        accumulates ? " by the end" : "",
                        odds.likely()),
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

    private String ofSteps(KeyOdds odds) {
        return String.format(
                Locale.ROOT,
                "not declared: a key has rows from the step on at which its noisy %s reaches %d at the first step, %d at step %d",
                keys.by(),
                odds.first(),
                odds.last(),
                odds.lastStep());
    }

    private String ofWindows(KeyOdds odds) {
        if (odds.isDrawn()) {
            return "not declared: a draw by the number of its units decides whether a key has a row in a window, and of "
                    + odds.last() + " units or more it always has";
        }
        return String.format(
                Locale.ROOT,
                "not declared: a key has a row in a window where its noisy %s is %d or more",
                keys.by(),
                odds.last());
    }
}
