package dev.weir.jobs.sample;

import dev.weir.jobs.explain.KeyOdds;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Window;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reports which keys of a sample would appear of a query whose keys nobody declared, and what the bound on a unit's keys leaves out. It says how
 * many keys there are, which is private, and names none.
 */
final class DiscoveredAdvice {

    private final PricedQuery priced;
    private final QuerySample sample;
    private final AnnouncementTerms terms;
    private final KeyOdds odds;
    private final List<String> lines = new ArrayList<>();
    private long leftOut;

    /** A key in a window or series. */
    private record Cell(long end, int key) {}

    /**
     * @param priced the query, whose keys nobody declared
     * @param sample the query's records in the sample
     */
    DiscoveredAdvice(PricedQuery priced, QuerySample sample) {
        this.priced = priced;
        this.sample = sample;
        this.terms = AnnouncementTerms.of(priced.query());
        this.odds = KeyOdds.of(priced);
    }

    /** Returns all lines about the query. */
    List<String> lines() {
        line("query %s", priced.query().name());
        Collection<Integer> units = units().values();
        long sure = units.stream().filter(of -> of >= odds.likely()).count();
        long open = units.stream()
                .filter(of -> of >= odds.even() && of < odds.likely())
                .count();
        line(
                "  keys             %d in the sample; %s %d%s, and a key of %d units appears with even odds",
                units.size(),
                odds.isDrawn() ? "the number of units that always suffices is" : "the threshold is",
                odds.last(),
                priced.query().window().accumulates() ? " at the last step" : " in a window",
                odds.even());
        line(
                "                   of them %d would appear with 95 %% or more, %d with even odds or more, the other %d rather not",
                sure, open, units.size() - sure - open);
        line(
                "                   %d records are left out because their units have %d keys already",
                leftOut, terms.touches().most());
        line("  units");
        lines.addAll(QueryAdvice.usual(sample));
        return List.copyOf(lines);
    }

    /** The number of units of each cell, of which each unit has as many as it may touch. */
    private Map<Cell, Integer> units() {
        Map<Cell, Integer> units = new HashMap<>();
        Map<Integer, Set<Cell>> touched = new HashMap<>();
        for (SampleRecord record : sample.records()) {
            Window window = priced.query().window();
            Cell cell = new Cell(window.spanEnd(window.cellEnd(record.time())), record.key());
            Set<Cell> ofUnit = touched.computeIfAbsent(record.account(), unit -> new HashSet<>());
            if (!ofUnit.contains(cell) && ofUnit.size() >= terms.touches().most()) {
                leftOut++;
            } else if (ofUnit.add(cell)) {
                units.merge(cell, 1, Integer::sum);
            }
        }
        return units;
    }

    private void line(String format, Object... words) {
        lines.add(String.format(Locale.ROOT, format, words));
    }
}
