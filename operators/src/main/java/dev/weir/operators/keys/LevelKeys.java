package dev.weir.operators.keys;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Declared keys whose rows are released at several levels. A record has one base cell: the combination of all its attributes. A row is a node of a
 * level: it keeps some attributes, and its total is that of all base cells that agree in them.
 *
 * <p>The number of a record's key is the index of its base cell. The numbers of {@link #known} keys are those of nodes, level by level. The keys of a
 * query with levels belong to the meaning of its cells, so that other keys need another version.
 */
final class LevelKeys implements KeySpace {

    private static final long serialVersionUID = 1L;
    private static final int LEVELS = 3;

    private final DeclaredKeys base;
    private final List<String> attributes;

    /** The sets of attributes of levels; bit i stands for attribute i. Empty if levels are those of a tree. */
    private final List<Integer> sets;

    private final transient LevelShape shape;
    private final transient List<String> names;

    private LevelKeys(DeclaredKeys base, List<String> attributes, List<Integer> sets, LevelNodes nodes) {
        this.base = base;
        this.attributes = List.copyOf(attributes);
        this.sets = List.copyOf(sets);
        this.shape = nodes.shape();
        this.names = nodes.names();
    }

    /**
     * Creates keys with levels.
     *
     * @param declared the base cells
     * @param attributes the names of the attributes, in order
     * @param sets the sets of attributes of levels; none for a tree
     * @throws IllegalArgumentException if keys and sets do not fit, or there are too many nodes
     */
    static LevelKeys of(DeclaredKeys declared, List<String> attributes, List<Integer> sets) {
        KeyRules.requireNamed(attributes);
        if (Math.max(1, declared.attributes().size()) != attributes.size()) {
            throw new IllegalArgumentException("declared keys must have a value for each attribute of the levels");
        }
        LevelNodes nodes = sets.isEmpty()
                ? LevelNodes.ofTree(values(declared), attributes.size())
                : LevelNodes.ofSets(values(declared), attributes.size(), sets);
        return new LevelKeys(declared.reordered(nodes.cells()), attributes, sets, nodes);
    }

    private static List<List<String>> values(DeclaredKeys declared) {
        return declared.known().stream()
                .map(key -> declared.named(key).components().stream()
                        .flatMap(Optional::stream)
                        .toList())
                .toList();
    }

    @Override
    public Optional<LevelShape> levels() {
        return Optional.of(shape);
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, LEVELS).put(2, base.identity());
        attributes.forEach(attribute -> fields.put(3, attribute));
        sets.forEach(set -> fields.put(4, set));
        return fields;
    }

    @Override
    public TaggedFields shape() {
        return identity();
    }

    @Override
    public TaggedFields catchAll() {
        return identity();
    }

    @Override
    public List<String> known() {
        return names;
    }

    @Override
    public List<String> attributes() {
        return attributes;
    }

    @Override
    public boolean isOther(KeyName key) {
        return key.components().stream().anyMatch(Optional::isEmpty) || base.isOther(baseName(key));
    }

    private KeyName baseName(KeyName key) {
        return attributes.size() == 1 ? KeyName.of(key.components().get(0).orElseThrow()) : key;
    }

    @Override
    public KeyFinder finder() {
        return base.finder();
    }

    @Override
    public Supplier<KeyNumbers> numbers(String query) {
        KeyNumbers ofAllWindows = new DeclaredKeyNumbers(query, names);
        return () -> ofAllWindows;
    }

    @Override
    public String name(int number) {
        return names.get(number);
    }

    @Override
    public List<String> cells() {
        return values(base).stream()
                .map(values -> KeyName.ofValues(values).encoded())
                .toList();
    }

    @Override
    public int most() {
        return base.known().size();
    }

    @Override
    public Map<String, Object> terms() {
        Map<String, Object> terms = new LinkedHashMap<>();
        terms.put("declared", base.known().size());
        terms.put("attributes", attributes);
        terms.put("levels", levelTerms());
        terms.put("others", base.others().terms(attributes));
        terms.values().removeIf(""::equals);
        return terms;
    }

    /** The attributes that each level keeps. */
    private List<List<String>> levelTerms() {
        List<List<String>> levels = new ArrayList<>();
        for (int level = 0; level < shape.levels(); level++) {
            int set = sets.isEmpty() ? (1 << level) - 1 : sets.get(level);
            levels.add(IntStream.range(0, attributes.size())
                    .filter(i -> (set >> i & 1) != 0)
                    .mapToObj(attributes::get)
                    .toList());
        }
        return levels;
    }

    @Override
    public String publicWords() {
        return "the declared keys and their levels";
    }

    @Override
    public String words() {
        return names.size() + " rows of " + shape.levels() + " levels, above "
                + base.known().size()
                + " declared keys of " + String.join(", ", attributes)
                + (base.others().isNone() ? "" : ", with a place for all others");
    }

    @Override
    public boolean equals(Object other) {
        return other == this
                || (other instanceof LevelKeys keys
                        && base.equals(keys.base)
                        && attributes.equals(keys.attributes)
                        && sets.equals(keys.sets));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * base.hashCode() + attributes.hashCode()) + sets.hashCode();
    }

    /** Names and shape follow from the other parts, so they are not written. They are computed once for all operators of a process that read equal keys. */
    private Object writeReplace() {
        return new SerializedForm(DeclaredKeys.Bytes.write(base), attributes, sets);
    }

    private record SerializedForm(byte[] base, List<String> attributes, List<Integer> sets) implements Serializable {

        private static final WeakValueCache<List<Object>, LevelKeys> CACHE = new WeakValueCache<>();

        /** The base cells stay bytes until they are needed, so that the cache keeps no million texts alive. */
        private Object readResolve() {
            List<Object> input = List.of(ByteBuffer.wrap(base), attributes, sets);
            return CACHE.get(input, () -> of(DeclaredKeys.Bytes.read(base), attributes, sets));
        }
    }
}
