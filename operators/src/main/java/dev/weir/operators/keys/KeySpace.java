package dev.weir.operators.keys;

import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.List;
import java.util.function.Supplier;

/**
 * The keys that a query groups by. Inside a job a key is a number; {@link #name} turns the number into the key's text, which
 * happens only when a release is published.
 */
public sealed interface KeySpace extends Serializable permits DeclaredKeys {

    /** The encoding of the key space for a fingerprint: the kind under tag 1, its settings under other tags. */
    TaggedFields identity();

    /** The keys that are known before any record has been read; key number {@code i} is the i-th. They are public. */
    List<String> known();

    /** Creates a table that finds the number of a known key by the key's bytes in a record. */
    default DeclaredKeyTable table() {
        return new DeclaredKeyTable(known());
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
     * The text of a key.
     *
     * @param number the key's number, at least 0
     */
    String name(int number);

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
