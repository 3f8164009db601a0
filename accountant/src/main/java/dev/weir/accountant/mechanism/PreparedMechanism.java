package dev.weir.accountant.mechanism;

import dev.weir.accountant.noise.Randomness;

/** A {@link Mechanism} that is ready to draw. May be shared by threads; the randomness may not. */
@FunctionalInterface
public interface PreparedMechanism {

    /**
     * Releases one block. What is written to {@code released} may be published once the charge for it is part of the
     * state; nothing else of the block may be.
     *
     * @param exact the exact integers, in grid steps; not changed, unless {@code released} is the same array
     * @param at where the block starts in {@code exact}
     * @param released takes what is released, in grid steps; may be {@code exact}
     * @param to where the block starts in {@code released}
     * @param randomness the source of the random bits
     */
    void release(long[] exact, int at, long[] released, int to, Randomness randomness);
}
