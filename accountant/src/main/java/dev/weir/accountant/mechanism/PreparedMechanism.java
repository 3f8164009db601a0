package dev.weir.accountant.mechanism;

import dev.weir.accountant.noise.Randomness;

/** A {@link Mechanism} that is ready to draw. Threads may share an instance, but not the randomness. */
@FunctionalInterface
public interface PreparedMechanism {

    /**
     * Releases one block. The integers written to {@code released} may be published once their charge is part of the
     * state; no other value of the block may.
     *
     * @param exact the exact integers, in grid steps; not changed, unless {@code released} is the same array
     * @param at the index in {@code exact} where the block starts
     * @param released the array that takes the released integers, in grid steps; may be {@code exact}
     * @param to the index in {@code released} where the block starts
     * @param randomness the source of the random bits
     */
    void release(long[] exact, int at, long[] released, int to, Randomness randomness);
}
