package dev.weir.accountant.mechanism;

import dev.weir.accountant.noise.Randomness;

/** A {@link Mechanism} that is ready to draw. May be shared by threads; the randomness may not. */
@FunctionalInterface
public interface PreparedMechanism {

    /**
     * Releases one block: what it writes may be published once the charge for it is kept, and nothing else of the block.
     *
     * @param exact the exact integers; the block starts at {@code at}
     * @param released takes what is released, from {@code to} on; may be {@code exact}
     * @param randomness where the bits come from
     */
    void release(long[] exact, int at, long[] released, int to, Randomness randomness);
}
