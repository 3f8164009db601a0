package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.grid.GridRule;
import dev.weir.operators.aggregate.quantile.OrderStatistic;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.SelectedQuantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kinds of release that are quantiles, computed from a tree of counts or by private selection. Entries about the
 * same values share one tree.
 */
public final class QuantileKinds {

    private static final String TREE = "tree";
    private static final String SELECT = "select";

    private static final Field<String> QUANTILES = EntryFields.word(
            "quantiles",
            Literals.TEXT,
            "the [quantiles](#quantiles-median-max-min) of this field that `at` names, each with an interval");

    private static final Field<String> MEDIAN =
            EntryFields.word("median", Literals.TEXT, "the median of this field, with an interval");

    private static final Field<String> MAX = EntryFields.word(
            "max", Literals.TEXT, "the largest value of this field, but for as many records as noise alone can make");

    private static final Field<String> MIN = EntryFields.word("min", Literals.TEXT, "the smallest, likewise");

    /**
     * The fields that select these kinds. Several entries of one query that share a tree cost no more than one entry.
     */
    public static final List<Field<?>> TREES = List.of(QUANTILES, MEDIAN, MAX, MIN);

    private static final Field<List<BigDecimal>> AT = Field.of(
                    "at",
                    ListType.of(Literals.DECIMAL.within("exclusiveMinimum", 0).within("exclusiveMaximum", 1)),
                    "of quantiles: numbers above 0 and below 1, at most 100")
            .required("with `quantiles`");

    /** The field with the lower and upper bound of the values that may be released. */
    public static final Field<List<BigDecimal>> RANGE = Field.of(
                    "range",
                    ListType.range(),
                    "of quantiles, median, max, min: `[low, high]`, which with `grid` or `relative` says which values may be released."
                            + " Of a feature or label: to what it is clamped, and what becomes -1 and 1")
            .required("with the four, in a label, in a feature without `is`");

    private static final Field<BigDecimal> RELATIVE = Field.of(
            "relative",
            Literals.POSITIVE,
            "of the four, instead of `grid`: every value of the range has a releasable one within this part of it, such as `0.01`");

    private static final Field<String> METHOD = Field.of(
            "method",
            Literals.oneOf(TREE, SELECT),
            "of the four: `tree`, the default, or `select`, for at most three quantiles an entry");

    static final List<ReleaseKind> ALL = List.of(
            ReleaseKind.of(shape(QUANTILES).with(AT), QuantileKinds::quantiles),
            ReleaseKind.of(shape(MEDIAN), entry -> tree(entry, MEDIAN, OrderStatistic::median)),
            ReleaseKind.of(shape(MAX), entry -> tree(entry, MAX, OrderStatistic::max)),
            ReleaseKind.of(shape(MIN), entry -> tree(entry, MIN, OrderStatistic::min)));

    private QuantileKinds() {}

    private static Shape shape(Field<String> word) {
        return Shape.of(word, EntryFields.AS, EntryFields.WEIGHT, RANGE, EntryFields.GRID, RELATIVE, METHOD);
    }

    private static Optional<Released> quantiles(ReleaseEntry entry) {
        List<BigDecimal> at = entry.section().read(AT, List.of());
        return tree(entry, QUANTILES, name -> OrderStatistic.quantiles(name, at));
    }

    private static Optional<Released> tree(
            ReleaseEntry entry, Field<String> word, Function<String, OrderStatistic> statistic) {
        String field = entry.field(word);
        String name = entry.name(word, field);
        BigDecimal weight = entry.weight();
        Section section = entry.section();
        String method = section.read(METHOD, TREE);
        Optional<BigDecimal> relative = section.find(RELATIVE);
        BigDecimal grid = section.read(EntryFields.GRID, GridRule.USUAL);
        if (relative.isPresent() && section.has(EntryFields.GRID)) {
            section.problem(RELATIVE, "must not be given with grid");
        }
        List<BigDecimal> range = section.read(RANGE, List.of());
        if (entry.isSound() && relative.isEmpty() && !section.has(EntryFields.GRID)) {
            GriddedBounds.requireChoice(section, EntryFields.GRID, RANGE, range);
        }
        return entry.released(List.of(field), () -> {
            ValueGrid values = values(range, grid, relative);
            List<OrderStatistic> statistics = List.of(statistic.apply(name));
            return method.equals(SELECT)
                    ? new SelectedQuantiles(weight, values, statistics)
                    : Quantiles.of(weight, values, statistics);
        });
    }

    private static ValueGrid values(List<BigDecimal> range, BigDecimal grid, Optional<BigDecimal> relative) {
        return relative.<ValueGrid>map(error -> new ValueGrid.Relative(range.get(0), range.get(1), error))
                .orElseGet(() -> ValueGrid.evenly(range.get(0), range.get(1), grid));
    }

    /**
     * Merges two entries into one tree. Empty unless both use trees over the same values of the same field, with the
     * same weight.
     */
    static Optional<Released> merged(Released one, Released other) {
        if (!(one.aggregate() instanceof Quantiles tree && other.aggregate() instanceof Quantiles more)
                || !one.reads().equals(other.reads())
                || !tree.values().equals(more.values())
                || tree.weight().compareTo(more.weight()) != 0) {
            return Optional.empty();
        }
        List<OrderStatistic> statistics = new ArrayList<>(tree.statistics());
        statistics.addAll(more.statistics());
        return Optional.of(new Released(Quantiles.of(tree.weight(), tree.values(), statistics), one.reads()));
    }
}
