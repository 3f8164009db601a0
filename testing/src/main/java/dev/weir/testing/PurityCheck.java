package dev.weir.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds functions of records that are not pure: which give another result when they are called again, or in another order. A
 * function of a query that remembers records lets one person's records decide about others', which no account can pay for.
 */
public final class PurityCheck {

    private PurityCheck() {}

    /**
     * Whether a function gives every record the same result, called once for each in their order, again, and in reverse order.
     * Exceptions count as results: a record to which a function throws is refused.
     *
     * @param <T> the record
     * @param records the records
     * @param function a function of a query: a field, a key, a condition
     */
    public static <T> boolean isPure(List<T> records, Function<? super T, ?> function) {
        List<@Nullable Object> first = results(records, function);
        List<@Nullable Object> again = results(records, function);
        List<T> reversed = new ArrayList<>(records);
        Collections.reverse(reversed);
        List<@Nullable Object> backwards = results(reversed, function);
        Collections.reverse(backwards);
        return first.equals(again) && first.equals(backwards);
    }

    private static <T> List<@Nullable Object> results(List<T> records, Function<? super T, ?> function) {
        List<@Nullable Object> results = new ArrayList<>();
        for (T record : records) {
            results.add(result(record, function));
        }
        return results;
    }

    private static <T> @Nullable Object result(T record, Function<? super T, ?> function) {
        try {
            return function.apply(record);
        } catch (RuntimeException e) {
            return Objects.requireNonNull(e.getClass());
        }
    }
}
