package dev.weir.accountant.noise;

/** Passes random words on and counts them. */
final class Counting implements Randomness {

    private final Randomness source;
    private long words;

    Counting(Randomness source) {
        this.source = source;
    }

    @Override
    public long nextLong() {
        words++;
        return source.nextLong();
    }

    long words() {
        return words;
    }
}
