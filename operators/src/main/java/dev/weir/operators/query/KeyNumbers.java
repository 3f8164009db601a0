package dev.weir.operators.query;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * The numbers of one query's keys in one window of a subtask: from 0 on, without gaps. They mean nothing elsewhere.
 *
 * <p>A key is asked for by the claim of a record: {@code words[at]} is the claim's first word, whose lower half is the
 * number of the record's key if that is declared; the words that the query's aggregates make of the record come next.
 */
public interface KeyNumbers {

    /** The number of a claim's key, or a negative number if it has none yet. Changes nothing. */
    int find(long[] words, int at);

    /** The number of a claim's key, which gets one if it has none yet. */
    int take(long[] words, int at);

    /** How many keys have numbers. */
    int size();

    /** Where a key lives behind the second shuffle: the same in every subtask, run and plan that has the query. */
    int route(int number);

    /**
     * Writes what it takes to tell later what key a number means.
     *
     * @param used hands over the numbers that will be asked for, some of them several times
     */
    void write(Consumer<IntConsumer> used, DataOutput out) throws IOException;

    /**
     * Reads what {@link #write} has written, perhaps in another subtask: keys that have no number yet get one.
     *
     * @return from the numbers of then to the numbers of now
     */
    IntUnaryOperator read(DataInput in) throws IOException;
}
