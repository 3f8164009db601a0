package dev.weir.operators.query;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.time.Window;
import java.util.List;

/** What queries with levels may release, and what only they may state. Each broken rule has a line of its own. */
final class LevelRules {

    /** The most numbers of blocks in all rows of a window, which are in memory together while they are solved: 48 bytes each. */
    private static final long MOST_NUMBERS = 1L << 24;

    private LevelRules() {}

    /**
     * Checks the parts of a query.
     *
     * @throws IllegalArgumentException if levels do not go with the windows or the aggregates, or terms of levels stand without levels
     */
    static void require(KeySpace keys, Window window, List<Aggregate> aggregates, Spend spend) {
        if (keys.levels().isEmpty()) {
            requireNone(aggregates, spend);
            return;
        }
        LevelShape shape = keys.levels().get();
        refuse(
                shape.cells() + shape.nodes() >= Integer.MAX_VALUE,
                "key must have fewer than 2^31 declared keys and rows together");
        refuse(
                window.sharesNoise() && spend.perWindow() > 0,
                "spend must leave out per-window where totals run or windows slide: a series has no windows of its own");
        refuse(
                window.sharesNoise()
                        && aggregates.stream()
                                        .map(Aggregate::addsUpOverKeys)
                                        .distinct()
                                        .count()
                                > 1,
                "release must hold distinct-units alone where the key has levels and totals run: what n records cost above their keys differs");
        for (Aggregate aggregate : aggregates) {
            aggregate.refusedWithLevels().ifPresent(rule -> refuse(true, rule));
            requireFitting(window, aggregate);
            refuse(
                    aggregate.postProcessing().isNonNegative()
                            && !(shape instanceof LevelTree && aggregate.neverFalls() && aggregate.addsUpOverKeys()),
                    "non-negative must be left out where the key has levels, but for trees and values that are never below 0");
        }
        requireHeld(shape, aggregates);
    }

    private static void requireHeld(LevelShape shape, List<Aggregate> aggregates) {
        long numbers = aggregates.stream()
                .filter(aggregate -> !aggregate.isNumber())
                .mapToLong(Aggregate::measured)
                .sum();
        refuse(
                numbers * shape.nodes() > MOST_NUMBERS,
                "release must have at most 2^24 numbers of histograms, vectors and means in all rows of a window where the key has levels");
    }

    private static void requireFitting(Window window, Aggregate aggregate) {
        refuse(
                aggregate.postProcessing().isMonotone(),
                "monotone must be left out where the key has levels: the largest totals so far do not add up");
        refuse(
                window.sharesNoise()
                        && !window.holdsSpan()
                        && aggregate.postProcessing().isNonNegative(),
                "non-negative must be left out where the key has levels and windows slide: differences of totals may be below 0");
    }

    private static void requireNone(List<Aggregate> aggregates, Spend spend) {
        refuse(spend.isForLevels(), "spend must state per-window and favour only where the key has levels");
        refuse(
                aggregates.stream().map(Aggregate::postProcessing).anyMatch(Scalar.PostProcessing::isRaw),
                "raw must be left out where the key has no levels: the value is the noisy number");
    }

    private static void refuse(boolean isBroken, String rule) {
        if (isBroken) {
            throw new IllegalArgumentException(rule);
        }
    }
}
