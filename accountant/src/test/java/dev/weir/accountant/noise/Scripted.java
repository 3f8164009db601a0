package dev.weir.accountant.noise;

/** Hands out given words one after the other, and fails a test that asks for more. */
final class Scripted implements Randomness {

    private final long[] words;
    private int next;

    Scripted(long... words) {
        this.words = words.clone();
    }

    @Override
    public long nextLong() {
        return words[next++];
    }

    int used() {
        return next;
    }
}
