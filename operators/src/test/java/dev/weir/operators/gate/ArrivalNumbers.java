package dev.weir.operators.gate;

import dev.weir.operators.keys.KeyNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/** Numbers declared keys in the order of their arrival, so that no key's number equals the one in its records. */
final class ArrivalNumbers implements KeyNumbers {

    private final List<Integer> keys = new ArrayList<>();
    private final Map<Integer, Integer> numbers = new HashMap<>();

    /**
     * @param unused the number of numbers of keys that never arrive
     */
    ArrivalNumbers(int unused) {
        for (int i = 1; i <= unused; i++) {
            number(-i);
        }
    }

    private int number(int key) {
        if (!numbers.containsKey(key)) {
            numbers.put(key, keys.size());
            keys.add(key);
        }
        return numbers.getOrDefault(key, -1);
    }

    @Override
    public int find(long[] words, int at) {
        return numbers.getOrDefault((int) words[at], -1);
    }

    @Override
    public int findOrAdd(long[] words, int at) {
        return number((int) words[at]);
    }

    @Override
    public int size() {
        return keys.size();
    }

    /** Returns the declared key itself, which tests can compare. */
    @Override
    public int route(int number) {
        return keys.get(number);
    }

    @Override
    public void write(Consumer<IntConsumer> used, DataOutput out) throws IOException {
        TreeSet<Integer> distinct = new TreeSet<>();
        used.accept(distinct::add);
        out.writeInt(distinct.size());
        for (int number : distinct) {
            out.writeInt(number);
            out.writeInt(keys.get(number));
        }
    }

    @Override
    public IntUnaryOperator read(DataInput in) throws IOException {
        Map<Integer, Integer> today = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            today.put(in.readInt(), number(in.readInt()));
        }
        return number -> today.getOrDefault(number, -1);
    }
}
