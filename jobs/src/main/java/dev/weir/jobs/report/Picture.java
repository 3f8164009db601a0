package dev.weir.jobs.report;

import java.util.List;

/**
 * Two keys of a made-up stream, exact and released: a large one, whose shape stays, and a small one with and without its one busy unit,
 * which exact totals give away and released ones do not. Exact figures may be shown here because the data is synthetic.
 *
 * @param query the query that releases both keys
 * @param value the name of the count
 * @param large the large key
 * @param small the small key, with its busy unit
 * @param exactWithout exact counts of the small key without the busy unit
 * @param releasedWithout its released counts of a run without the busy unit
 */
public record Picture(
        String query, String value, Twin large, Twin small, List<Long> exactWithout, List<Long> releasedWithout) {

    public Picture {
        exactWithout = List.copyOf(exactWithout);
        releasedWithout = List.copyOf(releasedWithout);
    }

    /**
     * The counts of a key by window, in order.
     *
     * @param key the key
     * @param exact exact counts
     * @param released released counts
     */
    public record Twin(String key, List<Long> exact, List<Long> released) {

        public Twin {
            exact = List.copyOf(exact);
            released = List.copyOf(released);
        }
    }
}
