package dev.weir.operators.keys;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keys that are declared and public. Each of them is released in every window, even if no record has it, so that the
 * choice of released keys reveals nothing about the records.
 *
 * @param attributes the names of the attributes of which each key consists, in order, distinct; empty if a key is one
 * text without a name
 * @param known the texts of the keys in their order: at least one, distinct, at most 10 000 bytes of UTF-8 each before
 * they are encoded. The text of a key with attributes is its {@link KeyName#encoded} name
 * @param others the names among the known keys that take records whose values are not declared
 */
public record DeclaredKeys(List<String> attributes, List<String> known, Others others) implements KeySpace {

    private static final int DECLARED = 1;

    /**
     * The largest number of bytes of a key. State encodings hold texts of up to 65 535 bytes, and a release id takes up
     * to three bytes for each byte of a key.
     */
    private static final int LONGEST_KEY = 10_000;

    /**
     * Checks the keys.
     *
     * @throws IllegalArgumentException if there is no key, a key is too long, is not well-formed, occurs twice or does
     *     not have a value for each attribute, an attribute is named twice, or a name of other values is not declared
     */
    public DeclaredKeys {
        attributes = List.copyOf(attributes);
        known = List.copyOf(known);
        KeyRules.requireDistinct(attributes);
        if (known.isEmpty()) {
            throw new IllegalArgumentException("number of keys must be >= 1, was 0");
        }
        for (String key : known) {
            List<String> values = values(attributes, key);
            values.forEach(KeyRules::requireWellFormed);
            if (bytes(values) > LONGEST_KEY) {
                throw new IllegalArgumentException("declared keys must be at most " + LONGEST_KEY + " bytes long");
            }
        }
        if (new HashSet<>(known).size() < known.size()) {
            throw new IllegalArgumentException("declared keys must be distinct");
        }
        KeyRules.requireDeclared(others, Math.max(1, attributes.size()), known);
    }

    /**
     * Creates keys that are one text each.
     *
     * @param known the keys in their order: at least one, distinct, at most 10 000 bytes of UTF-8 each
     * @throws IllegalArgumentException if there is no key, or a key is too long, is not well-formed or occurs twice
     */
    public DeclaredKeys(List<String> known) {
        this(List.of(), known, Others.NONE);
    }

    /**
     * Creates keys that are one text each, one of which takes all records with other keys.
     *
     * @param declared the other keys in their order: at least one, distinct, at most 10 000 bytes of UTF-8 each
     * @param others the key of all other records, not among the declared keys
     * @throws IllegalArgumentException if a key is not as described
     */
    public static DeclaredKeys withOthers(List<String> declared, String others) {
        List<String> known = Stream.concat(declared.stream(), Stream.of(others)).toList();
        return new DeclaredKeys(List.of(), known, Others.ofTail(others, 1));
    }

    /**
     * Creates keys with several attributes.
     *
     * @param attributes the names of the attributes, in order, distinct
     * @param combinations the keys in their order, distinct, each as the values of the attributes
     * @param others the names among the combinations that take records whose values are not declared
     * @throws IllegalArgumentException if attributes or keys are not as described
     */
    public static DeclaredKeys of(List<String> attributes, List<List<String>> combinations, Others others) {
        combinations.forEach(values -> {
            if (values.size() != attributes.size()) {
                throw new IllegalArgumentException("combinations must have " + attributes.size()
                        + " values, one for each field, had " + values.size());
            }
            values.forEach(KeyRules::requireWellFormed);
        });
        List<String> known = combinations.stream()
                .map(values -> KeyName.ofValues(values).encoded())
                .toList();
        return new DeclaredKeys(attributes, known, others);
    }

    /** These keys in another order: for each place, the index of the key that comes there. */
    DeclaredKeys reordered(List<Integer> places) {
        boolean isSame = IntStream.range(0, places.size()).allMatch(place -> places.get(place) == place);
        return isSame
                ? this
                : new DeclaredKeys(attributes, places.stream().map(known::get).toList(), others);
    }

    /** Creates a table that finds the number of a key by the bytes of its text. */
    public DeclaredKeyTable table() {
        return new DeclaredKeyTable(known);
    }

    private static List<String> values(List<String> attributes, String key) {
        if (attributes.isEmpty()) {
            return List.of(key);
        }
        List<String> values = new KeyName(key, true)
                .components().stream().flatMap(Optional::stream).toList();
        if (values.size() != attributes.size()) {
            throw new IllegalArgumentException("declared keys must have a value for each attribute");
        }
        if (!KeyName.ofValues(values).encoded().equals(key)) {
            throw new IllegalArgumentException("declared keys must be encoded as the names of keys are");
        }
        return values;
    }

    private static int bytes(List<String> values) {
        return values.stream()
                .mapToInt(value -> value.getBytes(StandardCharsets.UTF_8).length)
                .sum();
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, DECLARED);
        known.forEach(key -> fields.put(2, key));
        attributes.forEach(attribute -> fields.put(3, attribute));
        return others.isNone() ? fields : fields.put(4, others.identity());
    }

    @Override
    public @Nullable TaggedFields shape() {
        if (attributes.isEmpty()) {
            return null;
        }
        TaggedFields fields = new TaggedFields().put(1, DECLARED);
        attributes.forEach(attribute -> fields.put(2, attribute));
        return fields;
    }

    @Override
    public @Nullable TaggedFields catchAll() {
        return others.isNone() ? null : identity();
    }

    @Override
    public boolean isOther(KeyName key) {
        List<Optional<String>> values = key.components();
        return !others.isNone()
                && IntStream.range(0, values.size())
                        .anyMatch(i -> !others.names().get(i).isEmpty()
                                && values.get(i)
                                        .equals(Optional.of(others.names().get(i))));
    }

    @Override
    public KeyFinder finder() {
        List<List<String>> keys =
                known.stream().map(key -> values(attributes, key)).toList();
        return KeyFinder.of(keys, Math.max(1, attributes.size()), others);
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
        if (attributes.isEmpty() && others.isNone()) {
            return known.size();
        }
        Map<String, Object> terms = new LinkedHashMap<>();
        terms.put("declared", known.size());
        terms.put("attributes", attributes);
        terms.put("others", others.terms(attributes));
        terms.values().removeIf(List.of()::equals);
        terms.values().removeIf(""::equals);
        return terms;
    }

    @Override
    public String publicWords() {
        return "the declared keys";
    }

    @Override
    public String words() {
        String of = attributes.isEmpty() ? "" : " of " + String.join(", ", attributes);
        return known.size()
                + (known.size() == 1 ? " declared key" : " declared keys")
                + of
                + (others.isNone() ? "" : ", with a place for all others");
    }

    /**
     * Replaces the keys by one array of bytes for Java serialization, because a million texts would be a million
     * objects of the stream.
     */
    private Object writeReplace() {
        return new SerializedForm(Bytes.write(this));
    }

    private record SerializedForm(byte[] bytes) implements Serializable {
        private Object readResolve() {
            return Bytes.read(bytes);
        }
    }

    /**
     * Declared keys as bytes for Java serialization: attributes, whether others are a tail, names of others, keys. Each list is preceded by its size, each text by its length in
     * bytes.
     */
    static final class Bytes {

        private static final WeakValueCache<ByteBuffer, DeclaredKeys> CACHE = new WeakValueCache<>();

        private Bytes() {}

        static byte[] write(DeclaredKeys keys) {
            CanonicalWriter written = new CanonicalWriter();
            write(keys.attributes, written);
            written.code((byte) (keys.others.isTail() ? 1 : 0));
            write(keys.others.names(), written);
            write(keys.known, written);
            return written.bytes();
        }

        private static void write(List<String> texts, CanonicalWriter written) {
            written.count(texts.size());
            texts.forEach(written::text);
        }

        /** The keys that {@link #write} has written. All operators of a process that read equal bytes get one object. */
        static DeclaredKeys read(byte[] bytes) {
            return CACHE.get(ByteBuffer.wrap(bytes), () -> decode(bytes));
        }

        private static DeclaredKeys decode(byte[] bytes) {
            CanonicalReader read = new CanonicalReader(bytes);
            List<String> attributes = texts(read);
            boolean isTail = read.code() == 1;
            Others others = new Others(texts(read), isTail);
            return new DeclaredKeys(attributes, texts(read), others);
        }

        private static List<String> texts(CanonicalReader read) {
            int size = read.count();
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                texts.add(read.text());
            }
            return texts;
        }
    }
}
