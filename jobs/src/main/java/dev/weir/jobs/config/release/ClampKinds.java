package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.moment.ClampedBlock;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.Variance;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The kinds of release that clamp the values of a field. The clamp of a sum or a mean may be learnt from the data. */
public final class ClampKinds {

    private static final Field<String> SUM = EntryFields.word("sum", Literals.TEXT, "sums this field");

    private static final Field<String> MEAN = EntryFields.word(
            "mean",
            Literals.TEXT,
            "the [mean](#means-variances-ratios-histograms-vectors) of this field, with interval, count and sum");

    private static final Field<String> VARIANCE = EntryFields.word(
            "variance", Literals.TEXT, "the variance and deviation of this field, with mean, count and sum");

    /** The field with the bounds to which a unit's total in a cell is clamped. */
    public static final Field<List<BigDecimal>> PER_UNIT_CLAMP = Field.of(
                    "per-unit-clamp", ListType.interval(), "`[low, high]`: what a unit adds to a cell is clamped to it")
            .neededIf("one of the two or both, for a sum");

    private static final Field<BigDecimal> START = Field.of(
                    "start",
                    Literals.POSITIVE,
                    "of `auto`: near which size of values the first clamp of a key is sought, up to 2^40 grid steps")
            .required("with `auto`");

    private static final Field<BigDecimal> SHARE = Field.of(
            "share",
            Literals.POSITIVE,
            "of `auto`: the part of the value's price that draws the clamp, `0.25`, above 0 and below 1");

    private static final Field<Boolean> SIGNED =
            Field.of("signed", Literals.TRUTH, "of `auto`: `true` if values may be below 0; else those count as 0");

    private static final Field<Section> AUTO = Field.of(
                    "auto",
                    MapType.of(Shape.of(START, SHARE, SIGNED)),
                    "of a sum's or mean's `clamp`, instead of bounds: it is [learnt](#learnt-clamps) when the window closes,"
                            + " `clamp: {auto: {start: 1024}}`")
            .required("");

    private static final Field<Section> LEARNT_CLAMP = EntryFields.NEEDED_CLAMP.as(MapType.of(Shape.of(AUTO)));

    static final List<ReleaseKind> ALL = List.of(
            ReleaseKind.of(
                            named(
                                            SUM,
                                            EntryFields.GRID,
                                            EntryFields.CLAMP,
                                            PER_UNIT_CLAMP,
                                            EntryFields.MONOTONE,
                                            EntryFields.NON_NEGATIVE,
                                            EntryFields.RAW)
                                    .withAnyOf(EntryFields.CLAMP, PER_UNIT_CLAMP),
                            ClampKinds::sum)
                    .where(entry -> !isLearnt(entry)),
            ReleaseKind.of(
                    named(SUM, EntryFields.GRID, LEARNT_CLAMP), entry -> learnt(entry, SUM, LearntTotal.Kind.SUM)),
            ReleaseKind.of(clamped(MEAN), entry -> clamped(entry, MEAN, Mean::new))
                    .where(entry -> !isLearnt(entry)),
            ReleaseKind.of(
                    named(MEAN, LEARNT_CLAMP, EntryFields.GRID), entry -> learnt(entry, MEAN, LearntTotal.Kind.MEAN)),
            ReleaseKind.of(clamped(VARIANCE), entry -> clamped(entry, VARIANCE, Variance::new)));

    private ClampKinds() {}

    private static Shape named(Field<String> word, Field<?>... more) {
        return Shape.of(word, EntryFields.AS, EntryFields.WEIGHT).with(more);
    }

    private static Shape clamped(Field<String> word) {
        return named(word, EntryFields.NEEDED_CLAMP, EntryFields.GRID);
    }

    private static boolean isLearnt(Section entry) {
        return entry.isMap(EntryFields.CLAMP);
    }

    private static Optional<Released> sum(ReleaseEntry entry) {
        String field = entry.field(SUM);
        String name = entry.name(SUM, field);
        BigDecimal weight = entry.weight();
        GriddedBounds bounds =
                new GriddedBounds(entry.section(), EntryFields.GRID, List.of(EntryFields.CLAMP, PER_UNIT_CLAMP));
        Optional<Sum.Range> clamp = bounds.steps(EntryFields.CLAMP);
        Optional<Sum.Range> unitClamp = bounds.steps(PER_UNIT_CLAMP);
        Scalar.PostProcessing processing = entry.postProcessing();
        if (!entry.section().has(EntryFields.CLAMP) && !entry.section().has(PER_UNIT_CLAMP)) {
            entry.section().problem(EntryFields.CLAMP, "a sum must have a clamp or a per-unit-clamp");
        }
        return entry.released(
                List.of(field),
                () -> new Sum(name, weight, bounds.grid(), clamp.orElse(null), unitClamp.orElse(null), processing));
    }

    private static Optional<Released> clamped(ReleaseEntry entry, Field<String> word, ClampedBlock.Kind kind) {
        String field = entry.field(word);
        String name = entry.name(word, field);
        BigDecimal weight = entry.weight();
        GriddedBounds bounds = new GriddedBounds(entry.section(), EntryFields.GRID, List.of(EntryFields.NEEDED_CLAMP));
        return bounds.steps(EntryFields.NEEDED_CLAMP)
                .flatMap(range -> entry.released(List.of(field), () -> kind.of(name, weight, bounds.grid(), range)));
    }

    private static Optional<Released> learnt(ReleaseEntry entry, Field<String> word, LearntTotal.Kind released) {
        String field = entry.field(word);
        String name = entry.name(word, field);
        BigDecimal weight = entry.weight();
        BigDecimal grid = new GriddedBounds(entry.section(), EntryFields.GRID, List.of()).grid();
        Section clamp = entry.section().section(LEARNT_CLAMP);
        Section auto = clamp.section(AUTO);
        BigDecimal share = auto.read(SHARE, LearntClamp.USUAL_SHARE);
        BigDecimal start = auto.read(START, BigDecimal.ONE);
        boolean isSigned = auto.read(SIGNED, false);
        if (auto.has(START) && !entry.section().has(EntryFields.GRID)) {
            GriddedBounds.requireChoice(entry.section(), EntryFields.GRID, START, List.of(start));
        }
        auto.finish();
        clamp.finish();
        return entry.released(
                List.of(field),
                () -> new LearntTotal(name, weight, LearntClamp.from(start, share, grid, isSigned), released));
    }
}
