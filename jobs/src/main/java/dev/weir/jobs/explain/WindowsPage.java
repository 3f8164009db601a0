package dev.weir.jobs.explain;

import dev.weir.accountant.privacy.Amount;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.SeriesWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The part of a card about several windows from one series: the error of each window beside that of a query of its own which has an equal part of
 * the same share, and which of the two ways is better here. It is a function of the configuration.
 */
final class WindowsPage {

    private final PricedQuery priced;
    private final SeriesAccuracies accuracies;
    private final List<SeriesWindow.Named> windows;
    private final TitledValues page;

    /** The windows for which the series is at least as accurate for all values, and the others. */
    private final List<String> better = new ArrayList<>();

    private final List<String> worse = new ArrayList<>();

    WindowsPage(PricedQuery priced, SeriesAccuracies accuracies, TitledValues page) {
        this.priced = priced;
        this.accuracies = accuracies;
        this.windows = priced.query().window().named();
        this.page = page;
    }

    /** Adds the errors of each window to the values and to the page. */
    void addTo(List<TitledValues> values) {
        page.line(
                "windows",
                "at step %d, beside %d queries of their own, each with an equal part of the share",
                priced.plannedSteps(),
                windows.size());
        page.text(row("window", "value", "steps", "one series", "own queries"));
        List<List<TitledValues>> ofValues = values.stream()
                .<List<TitledValues>>map(value -> new ArrayList<>())
                .toList();
        for (int window = 0; window < windows.size(); window++) {
            add(windows.get(window), own(window).accuracies(), ofValues);
        }
        for (int value = 0; value < values.size(); value++) {
            values.get(value).field("windows", ofValues.get(value));
        }
        page.line("better here", "%s", verdict());
    }

    private static String row(String... cells) {
        return String.format(Locale.ROOT, "  %-16s %14s %14s %14s %14s", (Object[]) cells);
    }

    private void add(SeriesWindow.Named window, List<Accuracy> own, List<List<TitledValues>> ofValues) {
        long steps = window.mostSteps(priced.query().window().cellMillis());
        boolean isBetter = true;
        for (int value = 0; value < ofValues.size(); value++) {
            double stddev = accuracies.windowStddev(value, steps);
            double separate = own.get(value).stddev();
            isBetter &= stddev <= separate;
            ofValues.get(value)
                    .add(new TitledValues()
                            .field("name", window.name())
                            .field("steps", steps)
                            .field("stddev", stddev)
                            .field("error95", accuracies.windowError(value, steps))
                            .field("own-query-stddev", separate));
            page.text(row(
                    window.name(),
                    own.get(value).name(),
                    Long.toString(steps),
                    CardNumbers.shorter(stddev),
                    CardNumbers.shorter(separate)));
        }
        (isBetter ? better : worse).add(window.name());
    }

    /** The query that would release one of the windows by itself, with as many contributions. */
    private PricedQuery own(int window) {
        Query query = priced.query();
        boolean slides = windows.get(window).window().sharesNoise();
        Query own = new Query(
                query.name(),
                query.version(),
                query.reads(),
                query.keys(),
                windows.get(window).window(),
                slides ? query.bounds() : Bounds.NONE,
                query.aggregates(),
                new Spend(null, query.spend().contributions()),
                null);
        Amount share = priced.price().share().split(windows.size()).get(windows.size() - 1);
        return PricedQuery.of(own, share);
    }

    private String verdict() {
        if (worse.isEmpty()) {
            return "one series, for every window";
        }
        if (better.isEmpty()) {
            return "queries of their own, for every window; one series is for many windows, or for windows that are not known"
                    + " beforehand";
        }
        return "one series for " + names(better) + ", queries of their own for " + names(worse);
    }

    private static String names(List<String> windows) {
        return windows.stream().collect(Collectors.joining(", "));
    }
}
