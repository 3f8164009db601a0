package dev.weir.operators.keys;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a query groups by. Inside a job a key is a number; {@link #name} turns the number into the key's text, which
 * happens only when a release is published.
 */
public sealed interface KeySpace extends Serializable permits DeclaredKeys, DiscoveredKeys, LevelKeys, NoKey {

    /** The key space of a query that does not group: one declared key, {@code all}, which every record has. */
    static KeySpace none() {
        return new NoKey();
    }

    /**
     * Declared keys whose rows are released at several levels that add up.
     *
     * @param declared the combinations of all attributes
     * @param attributes the names of the attributes, in order, distinct; also if there is only one
     * @param sets the attributes that each level keeps; bit i stands for attribute i. Empty for a tree: level l keeps the first l attributes
     * @throws IllegalArgumentException if keys and sets do not fit, or there are too many nodes
     */
    static KeySpace ofLevels(DeclaredKeys declared, List<String> attributes, List<Integer> sets) {
        return LevelKeys.of(declared, attributes, sets);
    }

    /**
     * The shape of the levels; empty if the keys have none. With levels, known keys are nodes, and the finder finds the base cell of a record.
     */
    default Optional<LevelShape> levels() {
        return Optional.empty();
    }

    /** How keys that nobody declared are announced; empty if all keys are known. */
    default Optional<DiscoveredKeys> discovered() {
        return Optional.empty();
    }

    /** The encoding of the key space for a fingerprint: the kind under tag 1, its settings under other tags. */
    TaggedFields identity();

    /** The keys that are known before any record has been read; key number {@code i} is the i-th. They are public. */
    List<String> known();

    /**
     * The names of the attributes of which a key consists, in order. Empty if a key is one text without a name: then it
     * has one attribute, or none.
     */
    default List<String> attributes() {
        return List.of();
    }

    /**
     * The encoding of what a key is made of, which belongs to the meaning of the query's cells: the same text is another key where it is
     * made of other attributes. Null if a key is one text without a name.
     */
    default @Nullable TaggedFields shape() {
        return null;
    }

    /** Creates a finder of the number of a record's key. The finder is for use by one thread. */
    KeyFinder finder();

    /**
     * The encoding of the rule by which a key takes records that name no declared key. Whoever declares another key
     * changes what such a key takes, so the rule belongs to the meaning of the query's cells and contains the declared
     * keys. Null if no key takes such records.
     */
    default @Nullable TaggedFields catchAll() {
        return null;
    }

    /**
     * Whether a key takes records that have other values than its own.
     *
     * @param key the name of one of the keys
     */
    default boolean isOther(KeyName key) {
        return false;
    }

    /**
     * The name of a key.
     *
     * @param text the text of the key, as {@link #name(int)} returns it
     */
    default KeyName named(String text) {
        return new KeyName(text, !attributes().isEmpty());
    }

    /** How many keys are released in every window even if no record has them; at least 0. */
    default int ticking() {
        return known().size();
    }

    /**
     * Numbers the keys in one subtask of the gate. The returned supplier is called once for each window, when the window opens.
     *
     * @param query the name of the query that has this key space
     */
    Supplier<KeyNumbers> numbers(String query);

    /**
     * Numbers the keys in one subtask of the gate, where a contribution has the key's text behind the words of the record if nobody declared the key.
     *
     * @param query the name of the query that has this key space
     * @param recordWords the number of words of a record
     */
    default Supplier<KeyNumbers> numbers(String query, int recordWords) {
        return numbers(query);
    }

    /**
     * The text of a key. The text of a key with named attributes is the {@link KeyName#encoded} name.
     *
     * @param number the key's number, at least 0
     */
    String name(int number);

    /**
     * The names of the keys that a record may have: key number {@code i} of a finder is the i-th. They are the {@link #known} keys, or with levels
     * the combinations of all attributes.
     */
    default List<String> cells() {
        return known();
    }

    /** The largest possible number of keys. A bound on a unit's keys has an effect only if it is below this number. */
    default int most() {
        return known().size();
    }

    /** Texts of keys, among them the text that makes an output row longest. */
    default List<String> longest() {
        return known();
    }

    /** The value by which the privacy card describes the keys: a number, or a map from the names of fields to values. */
    Object terms();

    /** A phrase that names the public part of the keys. */
    String publicWords();

    /** A phrase that describes the keys and can begin a sentence: "4 declared keys". */
    String words();
}
