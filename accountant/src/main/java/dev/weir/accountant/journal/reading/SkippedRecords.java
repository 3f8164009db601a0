package dev.weir.accountant.journal.reading;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The records of a ledger that cannot be read.
 *
 * @param count how many there are
 * @param first where the first ones stand, at most {@value #MOST_PLACES}
 */
public record SkippedRecords(long count, List<LedgerPlace> first) {

    /** How many places are kept, however many records cannot be read. */
    public static final int MOST_PLACES = 10;

    /** Every record can be read. */
    public static final SkippedRecords NONE = new SkippedRecords(0, List.of());

    public SkippedRecords {
        first = List.copyOf(first);
    }

    /** Whether every record can be read. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** How many and where, in words. */
    @Override
    public String toString() {
        String places = first.stream().map(LedgerPlace::toString).collect(Collectors.joining("; "));
        return count + " (" + places + (count > first.size() ? "; ..." : "") + ")";
    }
}
