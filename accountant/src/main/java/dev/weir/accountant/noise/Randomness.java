package dev.weir.accountant.noise;

/**
 * A source of independent uniform bits, the only input of every sampler.
 *
 * <p>Released noise comes from {@link KeyStream}. Predictable sources are for tests only.
 */
@FunctionalInterface
public interface Randomness {

    /** The next 64 bits: each of the 2^64 values is equally likely and independent of all others. */
    long nextLong();
}
