package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.grid.GridRule;
import dev.weir.operators.aggregate.quantile.Mark;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.SelectedQuantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The kinds of release that are read off a tree of counts, or selected. Entries about the same values share one tree. */
final class QuantileKinds {

    private static final String TREE = "tree";
    private static final String SELECT = "select";

    private QuantileKinds() {}

    static Optional<Released> quantiles(ReleaseEntry entry) {
        String field = entry.section().required("quantiles", Literals::text, "quantiles");
        String name = entry.name("quantiles", field);
        if (!entry.section().has("at")) {
            entry.section().problem("at", "must be given");
        }
        List<BigDecimal> at = entry.section().has("at") ? entry.section().list("at", Literals::decimal) : List.of();
        return tree(entry, field, () -> Mark.quantiles(name, at));
    }

    static Optional<Released> median(ReleaseEntry entry) {
        String field = entry.section().required("median", Literals::text, "median");
        String name = entry.name("median", field);
        return tree(entry, field, () -> Mark.median(name));
    }

    static Optional<Released> max(ReleaseEntry entry) {
        String field = entry.section().required("max", Literals::text, "max");
        String name = entry.name("max", field);
        return tree(entry, field, () -> Mark.max(name));
    }

    static Optional<Released> min(ReleaseEntry entry) {
        String field = entry.section().required("min", Literals::text, "min");
        String name = entry.name("min", field);
        return tree(entry, field, () -> Mark.min(name));
    }

    private static Optional<Released> tree(ReleaseEntry entry, String field, Supplier<Mark> mark) {
        BigDecimal weight = entry.weight();
        Section section = entry.section();
        String method = section.optional("method", Literals::text, TREE);
        if (!method.equals(TREE) && !method.equals(SELECT)) {
            section.problem("method", "must be tree or select, was " + method);
        }
        Optional<BigDecimal> relative = section.find("relative", Literals::positive);
        BigDecimal grid = section.optional("grid", Literals::positive, GridRule.USUAL);
        if (relative.isPresent() && section.has("grid")) {
            section.problem("relative", "must not be given with grid");
        }
        if (!section.has("range")) {
            section.problem("range", "must be given");
        }
        List<BigDecimal> range = section.has("range") ? section.list("range", Literals::decimal) : List.of();
        if (entry.isSound() && (range.size() != 2 || range.get(0).compareTo(range.get(1)) >= 0)) {
            section.problem("range", "must be [low, high] with low < high, was " + range);
        }
        if (entry.isSound() && relative.isEmpty() && !section.has("grid")) {
            GriddedBounds.requireChoice(section, "grid", "range", range);
        }
        return entry.released(List.of(field), () -> {
            ValueGrid values = values(range, grid, relative);
            List<Mark> marks = List.of(mark.get());
            return method.equals(SELECT)
                    ? new SelectedQuantiles(weight, values, marks)
                    : Quantiles.of(weight, values, marks);
        });
    }

    private static ValueGrid values(List<BigDecimal> range, BigDecimal grid, Optional<BigDecimal> relative) {
        return relative.<ValueGrid>map(error -> new ValueGrid.Relative(range.get(0), range.get(1), error))
                .orElseGet(() -> ValueGrid.evenly(range.get(0), range.get(1), grid));
    }

    /** Both as one, if they are about the same values of the same field and have the same weight. */
    static Optional<Released> merged(Released one, Released other) {
        if (!(one.aggregate() instanceof Quantiles tree && other.aggregate() instanceof Quantiles more)
                || !one.reads().equals(other.reads())
                || !tree.values().equals(more.values())
                || tree.weight().compareTo(more.weight()) != 0) {
            return Optional.empty();
        }
        List<Mark> marks = new ArrayList<>(tree.marks());
        marks.addAll(more.marks());
        return Optional.of(new Released(Quantiles.of(tree.weight(), tree.values(), marks), one.reads()));
    }
}
