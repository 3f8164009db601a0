package dev.weir.operators.publish.row;

import dev.weir.operators.keys.text.TextTable;
import dev.weir.operators.query.ReleaseId;
import dev.weir.operators.release.Outcome;
import java.util.Comparator;

/**
 * One line that leaves the job. It is written once and then only copied, so every copy has the same bytes.
 *
 * @param kind the kind of the outcome, which also determines where the line is written
 * @param windowStart the start of the window, epoch milliseconds; {@link #UNKNOWN_START} in a row that an older build
 * wrote into its state
 * @param windowEnd the end of the window, epoch milliseconds
 * @param query the name of the query
 * @param key the text of the key
 * @param releaseId the text of the {@link ReleaseId}: no two values are released under the same id
 * @param charge the price of the release for its key, in units of 10<sup>-15</sup> of the budget's currency, at least
 * 0: public
 * @param line the bytes that readers see
 */
public record PublishedRow(
        Outcome.Kind kind,
        long windowStart,
        long windowEnd,
        String query,
        String key,
        String releaseId,
        long charge,
        byte[] line) {

    /** The value of {@code windowStart} in rows of the first format, which does not contain the window's start. */
    public static final long UNKNOWN_START = Long.MIN_VALUE;

    /**
     * The order by window end, query and key, in which rows become visible. It does not depend on the records. Windows of one key that end
     * together keep the order in which the query names them.
     */
    public static final Comparator<PublishedRow> PUBLIC_ORDER = Comparator.comparingLong(PublishedRow::windowEnd)
            .thenComparing(PublishedRow::query)
            .thenComparing(PublishedRow::key, TextTable.ORDER);

    /**
     * Creates the row of an outcome.
     *
     * @param outcome the noisy release, the refusal of a release, or an exact value
     * @param id the id of the release
     * @param line the bytes that readers see
     */
    public static PublishedRow of(Outcome outcome, ReleaseId id, byte[] line) {
        return new PublishedRow(
                outcome.kind(),
                outcome.start(),
                id.windowEnd(),
                id.query(),
                id.key(),
                id.toString(),
                outcome.charge(),
                line);
    }

    /** Names the release, without its value. Exact values may be of keys that were not announced, so they are not named. */
    @Override
    public String toString() {
        return kind == Outcome.Kind.EXACT ? kind.toString() : kind + " " + releaseId;
    }
}
