package dev.weir.operators.keys;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * The numbers of one query's keys in one window of a subtask. They start at 0 and have no gaps. Another subtask or
 * window may give the same key another number.
 *
 * <p>A key is found by a contribution that has this key. {@code words[at]} is the first word of the contribution. If
 * the key is declared, the lower half of this word is the key's number. The next words are the record as the query's
 * aggregates have encoded it.
 */
public interface KeyNumbers {

    /** The text that a partial sum carries for a declared key. */
    byte[] NO_TEXT = {};

    /**
     * Returns the number of a contribution's key, without changing anything.
     *
     * @param words the array with the contribution
     * @param at the index of the contribution's first word
     * @return the number, at least 0; a negative number if the key has no number yet
     */
    int find(long[] words, int at);

    /**
     * Returns the number of a contribution's key. If the key has no number yet, it gets the next free one.
     *
     * @param words the array with the contribution
     * @param at the index of the contribution's first word
     */
    int findOrAdd(long[] words, int at);

    /** How many keys have numbers. */
    int size();

    /**
     * The route of a key to the release operator. The route is the same in every subtask, run and plan that has the
     * query.
     *
     * @param number the key's number
     */
    int route(int number);

    /**
     * The bytes of the text that a partial sum carries for a key. Empty if the number itself names the key, because the key is declared.
     *
     * @param number the key's number
     */
    default byte[] text(int number) {
        return NO_TEXT;
    }

    /** The present numbers, which another thread may {@link #write} while this object gives further keys numbers. */
    default KeyNumbers view() {
        return this;
    }

    /**
     * Writes the keys that have the given numbers, so that {@link #read} can read them.
     *
     * @param used passes on the number of every key that is to be written; it may pass on a number several times
     * @param out receives the bytes
     * @throws IOException if {@code out} fails
     */
    void write(Consumer<IntConsumer> used, DataOutput out) throws IOException;

    /**
     * Reads what {@link #write} has written, perhaps in another subtask. Keys that have no number yet get one.
     *
     * @param in the written bytes
     * @return a map from the number of a key when it was written to the number of the same key now
     * @throws IOException if {@code in} fails
     */
    IntUnaryOperator read(DataInput in) throws IOException;
}
