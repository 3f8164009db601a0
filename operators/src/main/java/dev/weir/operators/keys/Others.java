package dev.weir.operators.keys;

import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names that stand for values that are not declared. A record that has such a value, or has the name itself, counts
 * under the name.
 *
 * @param names for each attribute of the key, the name that stands for its other values; empty if other values of this
 * attribute are not declared
 * @param isTail whether only the last attributes of a declared combination can be replaced: the longest run of first
 * attributes for which a declared combination with names in all following attributes exists takes the record. Otherwise
 * each attribute is replaced by itself
 */
public record Others(List<String> names, boolean isTail) implements Serializable {

    /** No value that is not declared is taken. */
    public static final Others NONE = new Others(List.of(), false);

    public Others {
        names = List.copyOf(names);
    }

    /**
     * One name for all attributes of declared combinations: a record whose combination is not declared counts under the
     * combination that ends in the name as often as necessary.
     *
     * @param name the name, not empty
     * @param attributes how many attributes the key has, at least 1
     * @throws IllegalArgumentException if the name is empty
     */
    public static Others ofTail(String name, int attributes) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("others must not be empty");
        }
        return new Others(Collections.nCopies(attributes, name), true);
    }

    /** Whether there is no name. */
    public boolean isNone() {
        return names.stream().allMatch(String::isEmpty);
    }

    /** The names for the privacy card: one, or one for each attribute that has one; an empty text if there is none. */
    Object terms(List<String> attributes) {
        if (isNone()) {
            return "";
        }
        if (isTail) {
            return names.get(0);
        }
        Map<String, String> terms = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            terms.put(attributes.get(i), names.get(i));
        }
        terms.values().removeIf(String::isEmpty);
        return terms;
    }

    /** The encoding for a fingerprint. */
    TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, isTail ? 2 : 1);
        names.forEach(name -> fields.put(2, name));
        return fields;
    }
}
