package dev.weir.operators.keys;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * The numbers of one query's keys in one window of a subtask: from 0 on, without gaps. Another subtask or window may
 * give the same key another number.
 *
 * <p>A key is given by a contribution: {@code words[at]} is the contribution's first word, whose lower half is the
 * number of the record's key if the key is declared; the words that the query's aggregates make of the record come
 * next.
 */
public interface KeyNumbers {

    /**
     * The number of a contribution's key, without changing anything.
     *
     * @param words the array with the contribution
     * @param at the index of the contribution's first word
     * @return a negative number if the key has no number yet
     */
    int find(long[] words, int at);

    /**
     * The number of a contribution's key, which gets the next free number if it has none yet.
     *
     * @param words the array with the contribution
     * @param at the index of the contribution's first word
     */
    int findOrAdd(long[] words, int at);

    /** How many keys have numbers. */
    int size();

    /**
     * The route of a key to the release operator: the same in every subtask, run and plan that has the query.
     *
     * @param number the key's number
     */
    int route(int number);

    /**
     * Writes the keys that numbers stand for, for {@link #read}.
     *
     * @param used passes on every number that {@code read} will be asked about, some of them several times
     * @param out receives the bytes
     * @throws IOException if {@code out} fails
     */
    void write(Consumer<IntConsumer> used, DataOutput out) throws IOException;

    /**
     * Reads what {@link #write} has written, perhaps in another subtask. Keys that have no number yet get one.
     *
     * @param in the bytes
     * @return maps a number that was valid when the keys were written to the number that the same key has now
     * @throws IOException if {@code in} fails
     */
    IntUnaryOperator read(DataInput in) throws IOException;
}
