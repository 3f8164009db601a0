package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Scalar;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The kinds of release that read no field. */
public final class CountKinds {

    private static final Field<String> COUNT =
            EntryFields.word("count", Literals.NAME, "counts records; the value's name");

    /** The field that names a count of units. */
    public static final Field<String> DISTINCT_UNITS = EntryFields.word(
            "distinct-units",
            Literals.NAME,
            "counts units; the value's name. A unit that is a user and day counts once a day. Not where windows slide");

    static final List<ReleaseKind> ALL = List.of(
            ReleaseKind.of(shape(COUNT).with(EntryFields.RAW), CountKinds::count),
            ReleaseKind.of(shape(DISTINCT_UNITS), CountKinds::distinctUnits));

    private CountKinds() {}

    private static Shape shape(Field<String> word) {
        return Shape.of(word, EntryFields.WEIGHT, EntryFields.MONOTONE, EntryFields.NON_NEGATIVE);
    }

    private static Optional<Released> count(ReleaseEntry entry) {
        String name = entry.ownName(COUNT);
        BigDecimal weight = entry.weight();
        Scalar.PostProcessing processing = entry.postProcessing();
        return entry.released(List.of(), () -> new Count(name, weight, processing));
    }

    private static Optional<Released> distinctUnits(ReleaseEntry entry) {
        String name = entry.ownName(DISTINCT_UNITS);
        BigDecimal weight = entry.weight();
        Scalar.PostProcessing processing = entry.postProcessing();
        return entry.released(List.of(), () -> new DistinctUnits(name, weight, processing));
    }
}
