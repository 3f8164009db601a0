package dev.weir.accountant.noise;

import java.util.SplittableRandom;

/** Reproducible random bits for tests. They are not secure and must never be used for released noise. */
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
