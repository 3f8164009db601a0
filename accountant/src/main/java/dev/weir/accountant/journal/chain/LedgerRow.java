package dev.weir.accountant.journal.chain;

import dev.weir.accountant.canonical.ReleaseIdParts;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.util.Arrays;
import java.util.Objects;

/**
 * One row in the ledger: the released value together with its charge. Its public copy is a message with {@code release}
 * as its key and {@code line} as its value, byte for byte. A row of kind {@link Kind#CLOSED} has no copy.
 *
 * @param kind the topic that the copy goes to
 * @param release the id of the release: domain, query and version, key, window
 * @param query the name of the query
 * @param key the released key
 * @param start the start of the window, epoch milliseconds
 * @param end the end of the window, epoch milliseconds, later than {@code start}
 * @param charge the charge to the account of the key, in steps of 10<sup>-15</sup> of the currency of the query, at least 0; for a running
 *     total or sliding window the first released row of each series has the whole charge of the series
 * @param line the bytes that readers see
 */
public record LedgerRow(
        Kind kind, String release, String query, String key, long start, long end, long charge, byte[] line) {

    /** The topic that the copy of a row goes to. */
    public enum Kind {
        /** The topic of noisy values. */
        RELEASED,
        /** The topic of notices that the account of a key has refused a release. */
        WITHHELD,
        /**
         * No topic: a query whose keys nobody declared has closed the window. That a window has no released row is an outcome of its noise.
         * This row is what remembers it, so that a state from before the window does not start again.
         */
        CLOSED
    }

    /** @throws InvalidParameter if {@code end} or {@code charge} is out of range, or the row of a closed window states a key, a charge or a line */
    public LedgerRow {
        if (start >= end) {
            throw new InvalidParameter("end", "later than start " + start, end);
        }
        Require.atLeast("charge", charge, 0);
        if (kind == Kind.CLOSED && (!key.isEmpty() || charge > 0 || line.length > 0)) {
            throw new InvalidParameter("closed window", "without a key, a charge and a line", line.length);
        }
    }

    /** The name of the window, if the query releases several: the part of the release id in front of its end. Empty if windows have no names. */
    public String window() {
        return ReleaseIdParts.of(release).map(ReleaseIdParts::window).orElse("");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LedgerRow row
                && kind == row.kind
                && release.equals(row.release)
                && query.equals(row.query)
                && key.equals(row.key)
                && start == row.start
                && end == row.end
                && charge == row.charge
                && Arrays.equals(line, row.line);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, release, query, key, start, end, charge, Arrays.hashCode(line));
    }

    /** Names the release, without its value. */
    @Override
    public String toString() {
        return kind + " " + release;
    }
}
