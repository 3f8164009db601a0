package dev.weir.accountant.journal.reading;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The records of a ledger that cannot be read and are skipped.
 *
 * @param count the number of unreadable records
 * @param first the positions of the first unreadable records, at most {@value #MOST_PLACES}
 * @param silent the pipelines that have written nothing after the unreadable records, if this is the only reason why the records must not
 *     be skipped yet (a running pipeline confirms the tip of its chain once it sees such a record); otherwise empty
 */
public record SkippedRecords(long count, List<RecordPosition> first, Set<String> silent) {

    /** The largest number of positions that are kept. */
    public static final int MOST_PLACES = 10;

    /** The value if every record can be read. */
    public static final SkippedRecords NONE = new SkippedRecords(0, List.of(), Set.of());

    public SkippedRecords {
        first = List.copyOf(first);
        silent = Set.copyOf(silent);
    }

    /** Whether every record can be read. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** States the positions of the first records in words. */
    public String places() {
        return first.stream().map(RecordPosition::toString).collect(Collectors.joining("; "))
                + (count > first.size() ? "; ..." : "");
    }

    /** States the number and the positions in words. */
    @Override
    public String toString() {
        return count + " (" + places() + ")";
    }
}
