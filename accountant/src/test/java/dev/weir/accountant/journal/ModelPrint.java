package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.ChainTip;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fingerprint of 128 bits. States with equal fingerprints are taken for the same state; among 10^7 states the error
 * probability is 10^-24.
 */
final class ModelPrint {

    private static final long FIRST = 0x9E3779B97F4A7C15L;
    private static final long SECOND = 0xD6E8FEB86659FD93L;

    private final List<Integer> ids = new ArrayList<>();
    private long a = 1;
    private long b = 2;

    record Key(long a, long b) {}

    static long mix(long hash, long value) {
        long mixed = (hash ^ value) * FIRST;
        mixed = (mixed ^ (mixed >>> 32)) * SECOND;
        return mixed ^ (mixed >>> 29);
    }

    ModelPrint add(long value) {
        a = mix(a, value);
        b = mix(b + SECOND, value ^ a);
        return this;
    }

    ModelPrint add(boolean value) {
        return add(value ? 1 : 0);
    }

    ModelPrint add(@Nullable ChainTip tip) {
        return tip == null
                ? add(-1)
                : add(tip.sequence()).add(tip.hash().first()).add(tip.hash().second());
    }

    /** Numbers attempts in the order in which they appear, so that worlds that differ only in the ids of attempts are equal. */
    ModelPrint id(int attempt) {
        int index = ids.indexOf(attempt);
        if (index < 0) {
            index = ids.size();
            ids.add(attempt);
        }
        return add(index);
    }

    Key key() {
        return new Key(a, b);
    }
}
