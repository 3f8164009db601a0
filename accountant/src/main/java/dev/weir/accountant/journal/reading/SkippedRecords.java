package dev.weir.accountant.journal.reading;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The records of a ledger that cannot be read.
 *
 * @param count how many there are
 * @param first where the first ones stand, at most {@value #MOST_PLACES}
 * @param silent the pipelines that have written nothing behind them yet, where nothing else keeps them from being skipped: each that
 *     runs confirms within seconds how far it has come
 */
public record SkippedRecords(long count, List<RecordPosition> first, Set<String> silent) {

    /** How many places are kept, however many records cannot be read. */
    public static final int MOST_PLACES = 10;

    /** Every record can be read. */
    public static final SkippedRecords NONE = new SkippedRecords(0, List.of(), Set.of());

    public SkippedRecords {
        first = List.copyOf(first);
        silent = Set.copyOf(silent);
    }

    /** Whether every record can be read. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Where the first ones stand, in words. */
    public String places() {
        return first.stream().map(RecordPosition::toString).collect(Collectors.joining("; "))
                + (count > first.size() ? "; ..." : "");
    }

    /** How many and where, in words. */
    @Override
    public String toString() {
        return count + " (" + places() + ")";
    }
}
