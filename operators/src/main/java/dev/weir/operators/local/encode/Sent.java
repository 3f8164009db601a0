package dev.weir.operators.local.encode;

/**
 * What has been sent of a person in a period. It is never changed; a table holds the next one in its place.
 *
 * @param used how many reports have been sent, at least 1; {@link #ALL} if no more may be sent
 * @param memo the bytes of the {@link dev.weir.accountant.local.client.Memo}, which hold true answers; empty if every report is
 *     drawn
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Sent(int used, byte[] memo) {

    /** The number that stands for a spent allowance, whatever the allowance is. */
    static final int ALL = Integer.MAX_VALUE;

    static final byte[] NO_MEMO = {};

    private static final Sent ONE = new Sent(1, NO_MEMO);

    /** Reports of which none is remembered. */
    static Sent of(int used) {
        return used == 1 ? ONE : new Sent(used, NO_MEMO);
    }

    /** A text without answers. */
    @Override
    public String toString() {
        return "Sent";
    }
}
