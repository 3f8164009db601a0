package dev.weir.jobs.report;

import java.util.List;

/**
 * Exact and released counts of two keys of a synthetic stream. The large key shows that released counts keep its shape. The
 * small key is shown with and without its one busy unit: exact counts reveal this unit, and released counts do not. Exact
 * counts may be shown because the data is synthetic.
 *
 * @param query the query that releases both keys
 * @param value the name of the count
 * @param large the large key
 * @param small the small key, with its busy unit
 * @param exactWithout exact counts of the small key without the busy unit
 * @param releasedWithout released counts of the small key, from a run without the busy unit
 */
public record Picture(
        String query, String value, Twin large, Twin small, List<Long> exactWithout, List<Long> releasedWithout) {

    public Picture {
        exactWithout = List.copyOf(exactWithout);
        releasedWithout = List.copyOf(releasedWithout);
    }

    /**
     * The exact and released counts of a key, by window, in order.
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
