package dev.weir.testing.published;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells every number in nested maps and lists. A text or a null is the number 1 under its own name. Of a long list the first and the
 * last entries are told, and the sum of the others.
 */
public final class Leaves {

    /** Lists are no longer than this, or only their two ends are told. */
    private static final int LONGEST = 64;

    private static final int END = LONGEST / 2;

    private Leaves() {}

    /**
     * Tells the numbers in a value.
     *
     * @param name the name of the value; empty for a map whose entries are named by their keys alone
     * @param value a number, a text, null, or a list or map of such
     * @param numbers takes each number with its name
     */
    public static void tell(String name, @Nullable Object value, RowReader.Numbers numbers) {
        if (value instanceof Map<?, ?> fields) {
            fields.forEach((field, inner) -> tell(name.isEmpty() ? "" + field : name + "." + field, inner, numbers));
        } else if (value instanceof List<?> list) {
            tellList(name, list, numbers);
        } else if (value instanceof Number number) {
            numbers.take(name, number.doubleValue());
        } else {
            numbers.take(name + "=" + value, 1);
        }
    }

    private static void tellList(String name, List<?> list, RowReader.Numbers numbers) {
        double others = 0;
        for (int i = 0; i < list.size(); i++) {
            if (list.size() <= LONGEST || i < END || i >= list.size() - END) {
                tell(name + "[" + i + "]", list.get(i), numbers);
            } else if (list.get(i) instanceof Number number) {
                others += number.doubleValue();
            }
        }
        if (list.size() > LONGEST) {
            numbers.take(name + "[others]", others);
        }
    }
}
