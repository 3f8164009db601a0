package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.moment.RatioOfSums;
import dev.weir.operators.aggregate.moment.SumRatio;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The kind of release that is the ratio of two sums. */
public final class RatioKind {

    /** The field that names the record's field for the numerator. */
    public static final Field<String> RATIO = EntryFields.word(
            "ratio", Literals.TEXT, "the sum of this field over the sum of the field `to`, with both sums");

    /** The field that names the record's field for the denominator. */
    public static final Field<String> TO = Field.of(
                    "to", Literals.TEXT, "of a ratio: the field whose sum it is divided by")
            .required("with `ratio`");

    /** The field with the bounds to which values of the denominator are clamped. */
    public static final Field<List<BigDecimal>> TO_CLAMP = Field.of(
                    "to-clamp", ListType.interval(), "of a ratio: `[0, high]` for the field `to`")
            .required("with `ratio`");

    /** The field with the grid to which values of the denominator are rounded. */
    public static final Field<BigDecimal> TO_GRID =
            Field.of("to-grid", Literals.POSITIVE, "of a ratio: the grid of the field `to`, by the same rule; `1`");

    static final List<ReleaseKind> ALL = List.of(ReleaseKind.of(
            Shape.of(
                    RATIO,
                    EntryFields.AS,
                    EntryFields.WEIGHT,
                    EntryFields.NEEDED_CLAMP,
                    EntryFields.GRID,
                    TO,
                    TO_CLAMP,
                    TO_GRID),
            RatioKind::ratio));

    private RatioKind() {}

    private static Optional<Released> ratio(ReleaseEntry entry) {
        String numerator = entry.field(RATIO);
        String denominator = entry.section().read(TO, "to");
        String name = entry.name(RATIO, numerator);
        BigDecimal weight = entry.weight();
        Field<List<BigDecimal>> clamp = EntryFields.NEEDED_CLAMP;
        GriddedBounds bounds = new GriddedBounds(entry.section(), EntryFields.GRID, List.of(clamp));
        GriddedBounds toBounds = new GriddedBounds(entry.section(), TO_GRID, List.of(TO_CLAMP));
        Optional<Sum.Range> range = fromZero(entry, clamp, bounds.steps(clamp));
        Optional<Sum.Range> toRange = fromZero(entry, TO_CLAMP, toBounds.steps(TO_CLAMP));
        return entry.released(
                List.of(numerator, denominator),
                () -> new SumRatio(
                        name,
                        weight,
                        new RatioOfSums.Term(bounds.grid(), range.orElseThrow().high()),
                        new RatioOfSums.Term(
                                toBounds.grid(), toRange.orElseThrow().high())));
    }

    private static Optional<Sum.Range> fromZero(ReleaseEntry entry, Field<?> field, Optional<Sum.Range> range) {
        if (range.isPresent() && range.get().low() != 0) {
            entry.section().problem(field, "must be [0, high]: the sums of a ratio must not be negative");
        }
        return range;
    }
}
