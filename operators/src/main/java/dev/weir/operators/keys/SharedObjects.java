package dev.weir.operators.keys;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Immutable objects that are large and made from the same input by many callers of a process, so that all of them share one. Each operator of a job reads the plan for itself, and a
 * million keys take hundreds of megabytes. An object that nobody uses any more is collected, and its input is dropped at the next call. Any number of threads may use an instance.
 *
 * @param <I> the input, which must not refer to the object; two equal inputs give equal objects
 * @param <O> the object
 */
final class SharedObjects<I, O> {

    private final Map<I, WeakReference<O>> made = new HashMap<>();

    /** Returns the object of an input, and makes it if there is none. Others wait meanwhile. */
    synchronized O of(I input, Supplier<O> maker) {
        made.values().removeIf(reference -> reference.refersTo(null));
        WeakReference<O> known = made.get(input);
        O object = known == null ? null : known.get();
        if (object == null) {
            object = maker.get();
            made.put(input, new WeakReference<>(object));
        }
        return object;
    }
}
