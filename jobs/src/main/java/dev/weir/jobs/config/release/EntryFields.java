package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Type;
import dev.weir.jobs.settings.Item;
import java.math.BigDecimal;
import java.util.List;

/** The fields that several kinds of values share. */
public final class EntryFields {

    private static final BigDecimal LARGEST_WEIGHT = new BigDecimal("1000000");
    private static final int MOST_WEIGHT_DECIMALS = 6;

    /** The field with the name of the value. */
    public static final Field<String> AS = Field.of("as", Literals.NAME, "the value's name; by default its field's")
            .neededIf("with `vector`");

    /** The field with the value's part of the query's price. */
    public static final Field<BigDecimal> WEIGHT = Field.of(
            "weight",
            new Literal<>(
                    EntryFields::weight,
                    Literals.POSITIVE.within("maximum", LARGEST_WEIGHT).schema()),
            "the value's part of the price, beside the query's other values; `1`");

    static final Field<Boolean> MONOTONE = Field.of(
            "monotone",
            Literals.TRUTH,
            "`true`: a running total is released as the largest of its series so far, so that it never falls. For counts, and sums with a"
                    + " `clamp` from 0 up");

    static final Field<Boolean> NON_NEGATIVE = Field.of(
            "non-negative",
            Literals.TRUTH,
            "`true`: what noise has taken below 0 is released as 0; in a tree of [levels](keys.md#levels) rows of a count are moved so that none"
                    + " is below 0 and they still add up");

    static final Field<Boolean> RAW = Field.of(
            "raw",
            Literals.TRUTH,
            "with [levels](keys.md#levels), `true`: rows of levels with noise of their own also state their own noisy number, as `raw`");
    /** The field with the grid: values are rounded to multiples of it. */
    public static final Field<BigDecimal> GRID = Field.of(
            "grid",
            Literals.POSITIVE,
            "values are rounded to multiples of it; bounds must be multiples of it. `1` where that leaves `clamp`, `per-unit-clamp`,"
                    + " `range` and `start` 100 steps or more; where it does not, `grid` must be given, because decimals would vanish: a"
                    + " value of 0.22 would count as 0. `grid: 1` is for whole numbers, `grid: 0.01` for two decimals. For a vector"
                    + " C / (100 sqrt(d)), rounded to one digit; for a histogram no rounding unless it is given, and then of [values"
                    + " alone, not of `edges`](#means-variances-ratios-histograms-vectors)");

    /** The field with the bounds to which every value is clamped. */
    public static final Field<List<BigDecimal>> CLAMP = Field.of(
                    "clamp",
                    ListType.interval(),
                    "`[low, high]`: every value is clamped to it; `[0, high]` for a ratio")
            .neededIf("one of the two or both, for a sum; for a mean, a variance and a ratio");

    static final Field<List<BigDecimal>> NEEDED_CLAMP = CLAMP.required(CLAMP.when());

    private EntryFields() {}

    private static BigDecimal weight(Item item) {
        BigDecimal weight = Literals.POSITIVE.parser().apply(item).stripTrailingZeros();
        if (weight.compareTo(LARGEST_WEIGHT) > 0 || weight.scale() > MOST_WEIGHT_DECIMALS) {
            throw Literals.refusal("at most 1000000, with at most 6 decimals", item);
        }
        return weight.scale() < 0 ? weight.setScale(0) : weight;
    }

    /** Returns a field whose name selects the kind of a value. */
    static <T> Field<T> word(String name, Type<T> type, String sentence) {
        return Field.of(name, type, sentence).required("exactly one kind");
    }
}
