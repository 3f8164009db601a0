package dev.weir.operators.query;

import dev.weir.accountant.selection.keys.Touches;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.time.Window;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of queries whose keys nobody declared. Each broken rule is an {@link IllegalArgumentException}. */
final class DiscoveredRules {

    private DiscoveredRules() {}

    /**
     * The bounds of such a query: a unit has at most as many windows and keys in a period as full-size contributions. Each of them is a touch,
     * and the &delta; for keys is divided by their largest number. In running totals a touch is a key in a series, and the bounds state how many
     * there are.
     */
    static Bounds bounded(Window window, Bounds bounds, Spend spend) {
        if (window.sharesNoise()) {
            return bounds;
        }
        long touches = Touches.ofWindows(bounds.cellsPerPeriod(), spend.contributions());
        return new Bounds(
                bounds.keysPerWindow(),
                bounds.recordsPerCell(),
                (int) Math.min(Bounds.UNBOUNDED - 1, touches),
                bounds.windowsPerPeriod(),
                bounds.series());
    }

    /**
     * Checks the parts of a query.
     *
     * @throws IllegalArgumentException if windows share noise, the keys have accounts, or the statistic is not one of the released counts, with
     *     a bound on the records of a unit
     */
    @SuppressWarnings("ParameterNumber") // the parameters are components of the query
    static void require(
            DiscoveredKeys keys,
            Window window,
            Bounds bounds,
            List<Aggregate> aggregates,
            @Nullable KeyAccountTerms account) {
        refuse(
                window.sharesNoise() && !window.accumulates(),
                "window must not slide where keys are discovered: panes share noise while keys come and go; use running totals, and"
                        + " subtract two rows of a key");
        if (window.accumulates()) {
            requireSeries(bounds, aggregates);
        } else {
            refuse(keys.every() > 1, "every must be left out but for running totals: a window is examined once");
        }
        refuse(
                account != null,
                "key-account must be left out where keys are discovered: their delta limits what is published of them");
        refuse(
                aggregates.stream().anyMatch(Aggregate::remembersFirst),
                "clamps must not be learnt where keys are discovered: a key has no window before from which to learn");
        Aggregate statistic = aggregates.stream()
                .filter(aggregate -> aggregate.names().equals(List.of(keys.by())))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "by must name a count or distinct-units among the released values where keys are discovered"));
        refuse(
                aggregates.stream().anyMatch(other -> other.isHidden() && !other.equals(statistic)),
                "a hidden count must be the one that announces keys");
        boolean counts = statistic instanceof Count || statistic instanceof DistinctUnits;
        refuse(!counts, "by must name a count or distinct-units where keys are discovered");
        refuse(
                statistic instanceof Count && bounds.perCell().recordsPerCell() == Bounds.UNBOUNDED,
                "records-per-cell must be stated where a count of records announces keys: a unit could add any number to it");
    }

    private static void requireSeries(Bounds bounds, List<Aggregate> aggregates) {
        refuse(
                bounds.series().keysPerPeriod() == Bounds.UNBOUNDED
                        || bounds.series().records() == Bounds.UNBOUNDED,
                "keys-per-period and records-per-key must be stated where keys are discovered in running totals");
        refuse(
                aggregates.stream()
                        .anyMatch(aggregate -> aggregate.postProcessing().isMonotone()),
                "monotone must be left out where keys are discovered");
    }

    private static void refuse(boolean isBroken, String rule) {
        if (isBroken) {
            throw new IllegalArgumentException(rule);
        }
    }
}
