package dev.weir.operators.publish.row;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.operators.release.Outcome;

/**
 * Reads and writes rows in the ledger's canonical form, which {@link LedgerBytes#encode(LedgerRow)} defines: version,
 * type of record, kind; then release id, query and key, each preceded by its length; then start and end of the window,
 * the charge, and the line, preceded by its length. The form never changes.
 */
public final class LedgerEncoding {

    private static final int KIND_AT = 2;
    private static final int RELEASE_AT = KIND_AT + 1;

    /** The length of a row without its texts and its line: three codes, four lengths, three numbers. */
    private static final int FIXED_BYTES = 3 + 4 * Integer.BYTES + 3 * Long.BYTES;

    private static final byte WITHHELD = 2;
    private static final byte CLOSED = 3;

    private LedgerEncoding() {}

    /**
     * Encodes a row. This is done once, in the task that has formatted the row: the bytes travel to the publisher, are digested, kept by checkpoints and written into the ledger.
     *
     * @param row a released or withheld row, or one of a closed window
     * @throws IllegalArgumentException if the row is exact: such a row must never come near a ledger
     */
    public static byte[] encode(PublishedRow row) {
        int texts = row.releaseId().length() + row.query().length() + row.key().length();
        CanonicalWriter out = new CanonicalWriter(texts + row.line().length + FIXED_BYTES);
        LedgerRow written = new LedgerRow(
                kind(row.kind()),
                row.releaseId(),
                row.query(),
                row.key(),
                row.windowStart(),
                row.windowEnd(),
                row.charge(),
                row.line());
        LedgerBytes.write(written, out);
        // with texts of ASCII alone the array is full
        return out.length() == out.array().length ? out.array() : out.bytes();
    }

    private static LedgerRow.Kind kind(Outcome.Kind kind) {
        return switch (kind) {
            case RELEASED -> LedgerRow.Kind.RELEASED;
            case WITHHELD -> LedgerRow.Kind.WITHHELD;
            case CLOSED -> LedgerRow.Kind.CLOSED;
            case EXACT -> throw new IllegalArgumentException("an exact row must never come near a ledger");
        };
    }

    /**
     * Decodes a row.
     *
     * @param canonical the bytes of a row in the ledger's form
     * @throws IllegalStateException if the bytes are in another form
     */
    public static PublishedRow read(byte[] canonical) {
        return published(LedgerBytes.decodeRow(canonical).orElseThrow(LedgerEncoding::otherForm));
    }

    /**
     * Decodes the next one of rows that are each preceded by their length.
     *
     * @param rows the reader of the rows
     * @throws IllegalStateException if the bytes are in another form
     */
    public static PublishedRow readNext(CanonicalReader rows) {
        try {
            return published(LedgerBytes.readRowBehindLength(rows));
        } catch (IllegalArgumentException e) {
            throw otherForm();
        }
    }

    private static IllegalStateException otherForm() {
        return new IllegalStateException("a pending row must be in the ledger's form");
    }

    private static PublishedRow published(LedgerRow row) {
        return new PublishedRow(
                kind(row.kind()),
                row.start(),
                row.end(),
                row.query(),
                row.key(),
                row.release(),
                row.charge(),
                row.line());
    }

    private static Outcome.Kind kind(LedgerRow.Kind kind) {
        return switch (kind) {
            case RELEASED -> Outcome.Kind.RELEASED;
            case WITHHELD -> Outcome.Kind.WITHHELD;
            case CLOSED -> Outcome.Kind.CLOSED;
        };
    }

    /**
     * Whether a row says that a window is closed, so that the ledger alone takes it.
     *
     * @param bytes the array with the row
     * @param row the index of the row
     */
    public static boolean isClosed(byte[] bytes, int row) {
        return bytes[row + KIND_AT] == CLOSED;
    }

    /**
     * Whether a row was withheld.
     *
     * @param bytes the array with the row
     * @param row the index of the row
     */
    public static boolean isWithheld(byte[] bytes, int row) {
        return bytes[row + KIND_AT] == WITHHELD;
    }

    /**
     * The index at which a row's query is encoded: as the length of its name in bytes, followed by the name in UTF-8.
     * The key follows in the same form.
     *
     * @param bytes the array with the row
     * @param row the index of the row
     */
    static int queryAt(byte[] bytes, int row) {
        return behindText(bytes, row + RELEASE_AT);
    }

    /**
     * The start of the window of a row, epoch milliseconds.
     *
     * @param bytes the array with the row
     * @param row the index of the row
     */
    public static long windowStart(byte[] bytes, int row) {
        return BigEndian.readLong(bytes, windowAt(bytes, row));
    }

    /**
     * The end of the window of a row, epoch milliseconds.
     *
     * @param bytes the array with the row
     * @param row the index of the row
     */
    public static long windowEnd(byte[] bytes, int row) {
        return windowEndBehindKey(bytes, windowAt(bytes, row));
    }

    /**
     * The end of the window of a row, epoch milliseconds.
     *
     * @param bytes the array with the row
     * @param keyEnd the index after the row's key
     */
    static long windowEndBehindKey(byte[] bytes, int keyEnd) {
        return BigEndian.readLong(bytes, keyEnd + Long.BYTES);
    }

    private static int windowAt(byte[] bytes, int row) {
        return behindText(bytes, behindText(bytes, queryAt(bytes, row)));
    }

    private static int behindText(byte[] bytes, int at) {
        return at + Integer.BYTES + BigEndian.readInt(bytes, at);
    }
}
