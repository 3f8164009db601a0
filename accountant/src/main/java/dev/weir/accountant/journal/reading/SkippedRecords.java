package dev.weir.accountant.journal.reading;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The records of a ledger that cannot be read and are skipped.
 *
 * @param count how many there are
 * @param first the positions of the first of them, at most {@value #MOST_PLACES}
 * @param silent the pipelines that have written nothing after these records, if this is all that keeps the records from
 * being skipped: a running pipeline confirms within seconds how far it has come
 */
public record SkippedRecords(long count, List<RecordPosition> first, Set<String> silent) {

    /** The largest number of positions that are kept. */
    public static final int MOST_PLACES = 10;

    /** The value where every record can be read. */
    public static final SkippedRecords NONE = new SkippedRecords(0, List.of(), Set.of());

    public SkippedRecords {
        first = List.copyOf(first);
        silent = Set.copyOf(silent);
    }

    /** Whether every record can be read. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** The positions of the first ones, in words. */
    public String places() {
        return first.stream().map(RecordPosition::toString).collect(Collectors.joining("; "))
                + (count > first.size() ? "; ..." : "");
    }

    /** Their number and positions, in words. */
    @Override
    public String toString() {
        return count + " (" + places() + ")";
    }
}
