package dev.weir.operators.gate.cell;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A map with one value for each open window of each query, by the window's end. Records far ahead may open very many
 * windows, and a {@link HashMap} stays fast for all choices of window ends. The last window of each query is
 * remembered, because most records fall into the same window as the record before.
 *
 * @param <V> the value of a window
 */
public final class WindowMap<V> {

    private final List<Map<Long, V>> open = new ArrayList<>();
    private final long[] lastEnds;
    private final List<@Nullable V> last = new ArrayList<>();

    /**
     * Creates an empty map.
     *
     * @param queries how many queries there are
     */
    public WindowMap(int queries) {
        lastEnds = new long[queries];
        for (int query = 0; query < queries; query++) {
            open.add(new HashMap<>());
            last.add(null);
        }
    }

    /**
     * Returns the value of a query's window, or null if the window has no value.
     *
     * @param query the query's number in its plan
     * @param end when the window ends, epoch milliseconds
     */
    public @Nullable V find(int query, long end) {
        V latest = last.get(query);
        if (latest != null && lastEnds[query] == end) {
            return latest;
        }
        V found = open.get(query).get(end);
        if (found != null) {
            remember(query, end, found);
        }
        return found;
    }

    private void remember(int query, long end, V value) {
        lastEnds[query] = end;
        last.set(query, value);
    }

    /**
     * Puts the value of a window that has no value yet.
     *
     * @param query the query's number in its plan
     * @param end when the window ends, epoch milliseconds
     * @param value the value of the window
     */
    public void put(int query, long end, V value) {
        open.get(query).put(end, value);
        remember(query, end, value);
    }

    /**
     * Passes on the values of a query's windows.
     *
     * @param query the query's number in its plan
     * @param consumer takes the end of each window and its value
     */
    public void forEach(int query, BiConsumer<Long, V> consumer) {
        open.get(query).forEach(consumer);
    }

    /** How many windows of a query have a value. */
    int size(int query) {
        return open.get(query).size();
    }

    /**
     * Removes the closed windows of a query.
     *
     * @param query the query's number in its plan
     * @param closed whether a window is closed, given its end and its value
     */
    public void removeIf(int query, BiPredicate<Long, V> closed) {
        last.set(query, null);
        open.get(query).entrySet().removeIf(window -> closed.test(window.getKey(), window.getValue()));
    }

    /** Removes all windows. */
    public void clear() {
        open.forEach(Map::clear);
        last.replaceAll(value -> null);
    }

    /**
     * Passes on the values, query by query.
     *
     * @param consumer takes the values of the windows, one after the other
     */
    public void forEach(Consumer<V> consumer) {
        open.forEach(windows -> windows.values().forEach(consumer));
    }
}
