package dev.weir.accountant.noise;

import java.util.SplittableRandom;

/** Repeatable bits for tests: not secure, never for released noise. */
public final class SeededRandomness implements Randomness {

    private final SplittableRandom source;

    public SeededRandomness(long seed) {
        source = new SplittableRandom(seed);
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }
}
