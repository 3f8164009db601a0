package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.privacy.PrivacyUnit;

/**
 * One drawn release of the model.
 *
 * @param pipeline the number of its pipeline
 * @param window the number of its window, from 1; window w is hour w - 1
 * @param value the number of this draw among all draws of the release in the whole world
 * @param isCharged whether the key's account was charged; otherwise the row states that the account refused
 */
record ModelCopy(int pipeline, int window, int value, boolean isCharged) implements Comparable<ModelCopy> {

    private static final long HOUR = PrivacyUnit.USER_PER_HOUR.periodEnd(0);

    static long end(int window) {
        return window * HOUR;
    }

    Span span() {
        return Span.of(end(window - 1), end(window));
    }

    byte[] row() {
        String query = ModelWorld.query(pipeline);
        return LedgerBytes.encode(new LedgerRow(
                isCharged ? LedgerRow.Kind.RELEASED : LedgerRow.Kind.WITHHELD,
                query + "/" + window,
                query,
                "key",
                end(window - 1),
                end(window),
                isCharged ? 1 : 0,
                new byte[] {(byte) value}));
    }

    boolean isSameRelease(ModelCopy other) {
        return pipeline == other.pipeline && window == other.window;
    }

    int code() {
        return ((pipeline * 16 + window) * 64 + value) * 2 + (isCharged ? 1 : 0);
    }

    @Override
    public int compareTo(ModelCopy other) {
        return Integer.compare(code(), other.code());
    }
}
