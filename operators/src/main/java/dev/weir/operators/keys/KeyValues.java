package dev.weir.operators.keys;

/** The attributes of one record's key, in UTF-8. */
public interface KeyValues {

    /**
     * Whether an attribute has a value.
     *
     * @param attribute the index of the attribute in its key
     */
    boolean has(int attribute);

    /**
     * The array with the value of an attribute, which must have one.
     *
     * @param attribute the index of the attribute in its key
     */
    byte[] bytes(int attribute);

    /**
     * The index of the first byte of the value.
     *
     * @param attribute the index of the attribute in its key
     */
    int from(int attribute);

    /**
     * The index after the last byte of the value.
     *
     * @param attribute the index of the attribute in its key
     */
    int to(int attribute);
}
