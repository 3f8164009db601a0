package dev.weir.operators.keys;

import java.io.DataInput;
import java.io.DataOutput;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * The numbers of declared keys. A key's number is its index in the declaration, in records and everywhere else. So no
 * numbers have to be stored for a window or written to state, because a query's open cells are restored only if the
 * query declares the same keys in the same order.
 *
 * <p>Memory: 4 bytes for each key, for its route.
 */
final class DeclaredKeyNumbers implements KeyNumbers {

    private final int[] routes;

    /**
     * Creates the numbers of a query's keys.
     *
     * @param query the query's name
     */
    DeclaredKeyNumbers(String query, List<String> keys) {
        routes = keys.stream().mapToInt(key -> KeyRouting.of(query, key)).toArray();
    }

    @Override
    public int find(long[] words, int at) {
        return (int) words[at];
    }

    @Override
    public int findOrAdd(long[] words, int at) {
        return (int) words[at];
    }

    @Override
    public int size() {
        return routes.length;
    }

    @Override
    public int route(int number) {
        return routes[number];
    }

    @Override
    public void write(Consumer<IntConsumer> used, DataOutput out) {}

    @Override
    public IntUnaryOperator read(DataInput in) {
        return IntUnaryOperator.identity();
    }
}
