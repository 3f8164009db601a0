package dev.weir.operators.publish;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is made when it is first asked for, by the thread that asks; threads that ask meanwhile wait for it. What it is
 * made of is let go then.
 *
 * @param <T> the value's type
 */
final class Once<T> implements Supplier<T> {

    private @Nullable Supplier<T> making;
    private @Nullable T made;

    /** @param making makes the value; may be called by any thread */
    Once(Supplier<T> making) {
        this.making = making;
    }

    @Override
    public synchronized T get() {
        T value = made;
        if (value == null) {
            value = Objects.requireNonNull(making).get();
            made = value;
            making = null;
        }
        return value;
    }
}
