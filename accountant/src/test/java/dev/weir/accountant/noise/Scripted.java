package dev.weir.accountant.noise;

/** Returns given words one after another, and fails a test that requests more. */
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
