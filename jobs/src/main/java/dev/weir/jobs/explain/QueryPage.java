package dev.weir.jobs.explain;

import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.grid.GridRule;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.PricedQuery.StepErrors;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Makes the part of a card about one query. Statements that are particular to a kind of value or window come from the
 * query's aggregates, window and accuracies; this class does not distinguish kinds.
 */
final class QueryPage {

    private final PricedQuery priced;
    private final Query query;
    private final Schedule schedule;
    private final TitledValues page = new TitledValues(2, 14);

    /**
     * Creates an empty part for a query.
     *
     * @param schedule which windows are released, as far as it is known
     */
    QueryPage(PricedQuery priced, Schedule schedule) {
        this.priced = priced;
        this.query = priced.query();
        this.schedule = schedule;
    }

    /** Fills the part about the query and returns it. */
    TitledValues section() {
        page.text("")
                .text("Query " + query.name() + ", version " + query.version() + ": "
                        + query.keys().words() + ", each " + query.window().words())
                .field("name", query.name())
                .field("version", query.version())
                .field("keys", query.keys().terms())
                .field("window", query.window().terms())
                .line("bounds", "%s", CardWording.bounds(query))
                .field("bounds", query.bounds().terms());
        query.keys().discovered().ifPresent(keys -> new DiscoveredPage(priced, keys).addTo(page));
        new PricePage(priced).addTo(page);
        page.text(row("value", "sensitivity", "scale", "stddev", "95 % within"));
        List<TitledValues> values =
                priced.accuracies().stream().map(this::value).toList();
        page.field("values", values);
        rounding();
        priced.stepErrors().ifPresentOrElse(errors -> series(errors, values), () -> released(values));
        return page;
    }

    private static String row(String... cells) {
        return String.format(Locale.ROOT, "  %-16s %14s %14s %14s %14s", (Object[]) cells);
    }

    private TitledValues value(Accuracy accuracy) {
        TitledValues value = new TitledValues()
                .field("name", accuracy.name())
                .field("sensitivity", accuracy.sensitivity())
                .field("scale", accuracy.scale())
                .field("stddev", accuracy.stddev())
                .field("error95", accuracy.error95())
                .text(row(
                        accuracy.name(),
                        CardNumbers.plain(accuracy.sensitivity()),
                        words(accuracy.scale()),
                        words(accuracy.stddev()),
                        words(accuracy.error95())));
        accuracy.more().forEach((name, more) -> value.field(name, more).text("    " + name + ": " + words(more)));
        return value;
    }

    /** Writes a value: numbers with six digits, and the fields of a map separated by commas. */
    private static String words(Object value) {
        if (value instanceof Map<?, ?> fields) {
            return fields.entrySet().stream()
                    .map(field -> field.getKey() + " " + words(field.getValue()))
                    .collect(Collectors.joining(", "));
        }
        return value instanceof Double number ? CardNumbers.plain(new BigDecimal(number)) : String.valueOf(value);
    }

    /**
     * States how far rounding moves values. Error intervals are computed from the noise alone, so the exact mean of the
     * unrounded values may lie outside its interval by as much as rounding moves one value.
     */
    private void rounding() {
        Map<String, List<BigDecimal>> rounding = new LinkedHashMap<>();
        for (Aggregate aggregate : query.aggregates()) {
            List<BigDecimal> most =
                    aggregate.grids().stream().map(GridRule::mostMoved).toList();
            aggregate.names().stream().filter(name -> !most.isEmpty()).forEach(name -> rounding.put(name, most));
            for (BigDecimal grid : new TreeSet<>(aggregate.grids())) {
                page.line(
                        "rounded",
                        "%s: values to multiples of %s, which moves each by at most %s, and a mean by as much; stddev"
                                + " and intervals are of noise alone",
                        String.join(", ", aggregate.names()),
                        CardNumbers.plain(grid),
                        CardNumbers.plain(GridRule.mostMoved(grid)));
            }
        }
        page.field("rounding", rounding);
    }

    private void released(List<TitledValues> values) {
        int at = 0;
        for (Aggregate aggregate : query.aggregates()) {
            for (String name : aggregate.names()) {
                released(values.get(at++), name, aggregate.postProcessing());
            }
        }
    }

    private void released(TitledValues value, String name, Scalar.PostProcessing processing) {
        value.known("monotone", processing.isMonotone() ? true : null)
                .known("non-negative", processing.isNonNegative() ? true : null);
        String words = CardWording.postProcessing(processing);
        if (!words.isEmpty()) {
            page.line("released", "%s: %s; stddev is that before", name, words);
        }
    }

    private void series(StepErrors errors, List<TitledValues> values) {
        SeriesAccuracies accuracies = SeriesAccuracies.stated(priced, errors, schedule);
        page.line("errors", "of %s; each row has the stddev of its own", errors.planned());
        for (int value = 0; value < values.size(); value++) {
            band(values.get(value), accuracies, value);
        }
        if (!query.window().named().isEmpty()) {
            new WindowsPage(priced, accuracies, page).addTo(values);
            return;
        }
        page.line("other ways", "noise drawn for each step and added up, each total noised anew, a binary tree");
        page.text(row("stddev", "this", "added up", "anew", "binary tree"));
        for (int value = 0; value < values.size(); value++) {
            Accuracy accuracy = priced.accuracies().get(value);
            NaiveErrors others = accuracies.others(value);
            page.text(row(
                    accuracy.name(),
                    CardNumbers.shorter(accuracy.stddev()),
                    CardNumbers.shorter(others.increments()),
                    CardNumbers.shorter(others.recomputed()),
                    CardNumbers.shorter(others.binaryTree())));
        }
    }

    /**
     * States the band that holds all steps of one value at once, and the errors that other ways of adding noise would
     * have.
     */
    private void band(TitledValues fields, SeriesAccuracies accuracies, int value) {
        String name = accuracies.names().get(value);
        String subject = name + (accuracies.isNumber(value) ? "" : ", each number of it by itself");
        long steps = accuracies.steps();
        double width = accuracies.releasedHalfWidth(value, steps);
        NaiveErrors others = accuracies.others(value);
        fields.field("step", priced.plannedSteps())
                .field("band95", width)
                .field("band-steps", steps)
                .field(
                        "other-stddevs",
                        new TitledValues()
                                .field("increments", others.increments())
                                .field("recomputed", others.recomputed())
                                .field("binary-tree", others.binaryTree()));
        String all = "; with 95 %, all of steps 1 to " + steps + " of one key are within theirs at once";
        page.line("band", "%s: within %s at step %d%s", subject, CardNumbers.shorter(width), steps, all);
        released(fields, name, accuracies.postProcessing(value));
    }
}
