package dev.weir.operators.encoding;

import dev.weir.accountant.canonical.CanonicalWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * The canonical encoding of a value: its fields in the order of their tags, each as tag, length and bytes.
 *
 * <p>Fields have numbers instead of names, so that renaming a class or a component changes no encoding. A field with
 * its default value is left out, so that a field that is added later does not change the encoding of values that do not
 * use it. Equal values have equal bytes. Different values have different bytes, because the lengths separate the
 * fields. The meaning of a tag never changes.
 */
public final class TaggedFields {

    private final CanonicalWriter fields = new CanonicalWriter();
    private int last;

    /**
     * Adds a whole number.
     *
     * @param tag at least 1 and not below the tags before it; the elements of a list share a tag
     * @param value the number
     * @throws IllegalArgumentException if the tag is out of order
     */
    public TaggedFields put(int tag, long value) {
        return put(tag, new CanonicalWriter().number(value).bytes());
    }

    /**
     * Adds a text, as UTF-8.
     *
     * @param tag at least 1 and not below the tags before it; the elements of a list share a tag
     * @param value the text
     * @throws IllegalArgumentException if the tag is out of order
     */
    public TaggedFields put(int tag, String value) {
        return put(tag, value.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Adds a decimal by its value: 1.0 and 1 have the same encoding.
     *
     * @param tag at least 1 and not below the tags before it; the elements of a list share a tag
     * @param value the decimal
     * @throws IllegalArgumentException if the tag is out of order
     */
    public TaggedFields put(int tag, BigDecimal value) {
        return put(tag, value.stripTrailingZeros().toString());
    }

    /**
     * Adds a value that itself consists of fields.
     *
     * @param tag at least 1 and not below the tags before it; the elements of a list share a tag
     * @param value the fields of the value
     * @throws IllegalArgumentException if the tag is out of order
     */
    public TaggedFields put(int tag, TaggedFields value) {
        return put(tag, value.bytes());
    }

    /**
     * Adds a field.
     *
     * @param tag at least 1 and not below the tags before it; the elements of a list share a tag
     * @param value the bytes of the field
     * @throws IllegalArgumentException if the tag is out of order
     */
    public TaggedFields put(int tag, byte[] value) {
        if (tag < Math.max(1, last)) {
            throw new IllegalArgumentException("tag must be >= " + Math.max(1, last) + ", was " + tag);
        }
        last = tag;
        fields.count(tag).block(value);
        return this;
    }

    /** The encoding of all fields that have been added. */
    public byte[] bytes() {
        return fields.bytes();
    }
}
