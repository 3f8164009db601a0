package dev.weir.operators.keys;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A cache of large immutable values. Each operator of a job reads the plan for itself, and a million keys take hundreds of megabytes; with the cache all operators of a process share them. A value that nobody
 * uses any more is collected, and its input is dropped at the next call. Any number of threads may use an instance.
 *
 * <p>Caches are held in static fields, because Java deserialization offers no other place that operators share. They hold public keys only, and no result depends on whether a value
 * is found.
 *
 * @param <K> what a value is made from, which must not refer to the value; equal ones give equal values
 * @param <V> the value
 */
final class WeakValueCache<K, V> {

    private final Map<K, WeakReference<V>> values = new HashMap<>();

    /** Returns the value of a key, and makes it if there is none. Other threads wait while it is made. */
    synchronized V get(K key, Supplier<V> maker) {
        values.values().removeIf(reference -> reference.refersTo(null));
        WeakReference<V> known = values.get(key);
        V value = known == null ? null : known.get();
        if (value == null) {
            value = maker.get();
            values.put(key, new WeakReference<>(value));
        }
        return value;
    }
}
