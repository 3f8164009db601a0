package dev.weir.operators.keys;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * Keys that are declared and public. Each of them is released in every window, even if no record has it, so that the
 * choice of released keys reveals nothing about the records.
 *
 * @param known the keys in their order: at least one, distinct, at most 10 000 bytes of UTF-8 each
 */
public record DeclaredKeys(List<String> known) implements KeySpace {

    private static final int DECLARED = 1;

    /**
     * The largest number of bytes of a key. State encodings hold texts of up to 65 535 bytes, and a release id takes up
     * to three bytes for each byte of a key.
     */
    private static final int LONGEST_KEY = 10_000;

    /** @throws IllegalArgumentException if there is no key, or a key is too long, is not well-formed or occurs twice */
    public DeclaredKeys {
        known = List.copyOf(known);
        if (known.isEmpty()) {
            throw new IllegalArgumentException("number of keys must be >= 1, was 0");
        }
        if (known.stream().anyMatch(key -> key.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY)) {
            throw new IllegalArgumentException("declared keys must be at most " + LONGEST_KEY + " bytes long");
        }
        if (!known.stream().allMatch(WellFormedText::isWellFormed)) {
            throw new IllegalArgumentException("declared keys must be texts that UTF-8 can hold");
        }
        if (new HashSet<>(known).size() < known.size()) {
            throw new IllegalArgumentException("declared keys must be distinct");
        }
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, DECLARED);
        known.forEach(key -> fields.put(2, key));
        return fields;
    }

    @Override
    public Supplier<KeyNumbers> numbers(String query) {
        KeyNumbers ofAllWindows = new DeclaredKeyNumbers(query, known);
        return () -> ofAllWindows;
    }

    @Override
    public String name(int number) {
        return known.get(number);
    }

    @Override
    public Object terms() {
        return known.size();
    }

    @Override
    public String publicWords() {
        return "the declared keys";
    }

    @Override
    public String words() {
        return known.size() + " declared keys";
    }

    /**
     * Replaces the keys by one array of bytes for Java serialization, because a million texts would be a million
     * objects in each operator.
     */
    private Object writeReplace() {
        return new SerializedForm(known);
    }

    /** The keys in Java serialization: the UTF-8 of each key, preceded by its length. */
    private static final class SerializedForm implements Serializable {

        private static final long serialVersionUID = 1L;

        private final byte[] bytes;

        SerializedForm(List<String> known) {
            CanonicalWriter written = new CanonicalWriter();
            known.forEach(written::text);
            bytes = written.bytes();
        }

        private Object readResolve() {
            CanonicalReader read = new CanonicalReader(bytes);
            List<String> known = new ArrayList<>();
            while (read.hasMore()) {
                known.add(read.text());
            }
            return new DeclaredKeys(known);
        }
    }
}
