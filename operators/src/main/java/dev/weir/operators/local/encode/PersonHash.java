package dev.weir.operators.local.encode;

import dev.weir.accountant.noise.Randomness;

/**
 * The place of a person in a table, from a secret key: whoever chooses ids cannot choose places. It is drawn anew at each
 * start, and is no part of state.
 */
final class PersonHash {

    private final long first;
    private final long second;
    private final long third;

    PersonHash(Randomness randomness) {
        first = randomness.nextLong();
        second = randomness.nextLong();
        third = randomness.nextLong() | 1;
    }

    /** A hash of the two words and the length of an id, whose low bits are those of a place. */
    int of(long high, long low, int length) {
        long a = high ^ first;
        long b = low ^ second;
        long folded = Math.multiplyHigh(a, b) ^ (a * b) ^ length;
        return (int) ((folded * third) >>> Integer.SIZE);
    }
}
