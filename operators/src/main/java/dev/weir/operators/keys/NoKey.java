package dev.weir.operators.keys;

import dev.weir.operators.encoding.TaggedFields;
import java.util.List;
import java.util.function.Supplier;

/**
 * The key space of a query that does not group: every record has the same declared key, and no field is read. Like any
 * declared key, it is released in every window.
 */
record NoKey() implements KeySpace {

    private static final int NONE = 2;
    private static final List<String> ALL = List.of("all");

    @Override
    public TaggedFields identity() {
        return new TaggedFields().put(1, NONE);
    }

    @Override
    public TaggedFields shape() {
        return identity();
    }

    @Override
    public List<String> known() {
        return ALL;
    }

    @Override
    public KeyFinder finder() {
        return KeyFinder.ofNone();
    }

    @Override
    public Supplier<KeyNumbers> numbers(String query) {
        KeyNumbers ofAllWindows = new DeclaredKeyNumbers(query, ALL);
        return () -> ofAllWindows;
    }

    @Override
    public String name(int number) {
        return ALL.get(number);
    }

    @Override
    public Object terms() {
        return "none";
    }

    @Override
    public String publicWords() {
        return "that there is one row for each window";
    }

    @Override
    public String words() {
        return "1 declared key for all records";
    }
}
