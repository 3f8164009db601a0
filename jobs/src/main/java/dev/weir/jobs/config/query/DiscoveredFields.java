package dev.weir.jobs.config.query;

import dev.weir.accountant.privacy.Delta;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.EntryFields;
import java.math.BigDecimal;

/** The fields that say how keys which nobody declares are announced. */
final class DiscoveredFields {

    private static final long MOST_UNITS = 1_000_000_000_000L;
    private static final long MOST_STEPS = 1 << 17;

    static final Field<Delta> DELTA = Field.of(
                    "delta",
                    Literals.DELTA,
                    "of discovered keys: the part of `privacy.budget.delta` that pays for the keys of a unit. A key that one person alone has is"
                            + " released with at most this probability, over all of this person's keys. The noise has the rest")
            .required();

    static final Field<String> BY = Field.of(
            "by",
            Literals.TEXT,
            "the name of the `count` or `distinct-units` of `release` that announces keys; by default the first of them. A count needs"
                    + " `records-per-cell`. If `release` has none, a count of units is added that no row states");

    static final Field<Long> PRE_THRESHOLD = Field.of(
            "pre-threshold",
            Literals.whole(1, MOST_UNITS),
            "how many units a key must have, exactly, to be released at all; `1`, the default, adds nothing to the threshold");

    static final Field<Long> EVERY = Field.of(
            "every",
            Literals.whole(1, MOST_STEPS),
            "in running totals: the number of steps from one examination of the keys to the next; by default `1`. Fewer examinations lower the"
                    + " threshold a little");

    static final Field<BigDecimal> WEIGHT = Field.of(
            "weight",
            EntryFields.WEIGHT.type(),
            "of the count of units that announces keys where `release` has no count, and that no row states: its part of the price, beside the"
                    + " query's values; `1`");

    static final Shape SHAPE = Shape.of(DELTA, BY, PRE_THRESHOLD, EVERY, WEIGHT);

    private DiscoveredFields() {}
}
