package dev.weir.jobs.synth;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The windows whose tables make the table of a longer or shorter span: windows that follow one another are added up, and of a running
 * total, whose windows all start at its reset, an earlier one is taken away from a later one.
 *
 * @param plus the windows whose tables are added
 * @param minus the windows whose tables are subtracted; they lie within those of {@code plus}
 */
record SpanSum(List<Span> plus, List<Span> minus) {

    SpanSum {
        plus = List.copyOf(plus);
        minus = List.copyOf(minus);
    }

    /**
     * Finds windows that make a span. Going back from the end, it takes the longest window that does not begin before the start; where all
     * do, the difference of two windows with the same beginning.
     *
     * @param span the span
     * @param windows the windows that are published
     * @return the windows; empty if they do not make the span
     */
    static Optional<SpanSum> of(Span span, Collection<Span> windows) {
        List<Span> plus = new ArrayList<>();
        List<Span> minus = new ArrayList<>();
        Instant at = span.end();
        while (at.isAfter(span.start())) {
            Instant end = at;
            Optional<Span> next = windows.stream()
                    .filter(window ->
                            window.end().equals(end) && !window.start().isBefore(span.start()))
                    .min(Comparator.comparing(Span::start));
            if (next.isEmpty()) {
                return rest(new Span(span.start(), end), windows, plus, minus);
            }
            plus.add(next.get());
            at = next.get().start();
        }
        return Optional.of(new SpanSum(plus, minus));
    }

    /** Adds the difference of two windows with the same beginning that makes a span; of several the one with the latest beginning. */
    private static Optional<SpanSum> rest(Span span, Collection<Span> windows, List<Span> plus, List<Span> minus) {
        Optional<Span> whole = windows.stream()
                .filter(window ->
                        window.end().equals(span.end()) && windows.contains(new Span(window.start(), span.start())))
                .max(Comparator.comparing(Span::start));
        return whole.map(window -> {
            plus.add(window);
            minus.add(new Span(window.start(), span.start()));
            return new SpanSum(plus, minus);
        });
    }

    /** How the span is made, in words. */
    String words() {
        if (minus.isEmpty()) {
            return plus.size() == 1 ? "one window, as published" : "the sum of " + plus.size() + " windows";
        }
        String difference = "the difference of two published totals";
        return plus.size() == 1 ? difference : difference + " and " + (plus.size() - 1) + " more windows";
    }
}
