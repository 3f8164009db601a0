package dev.weir.operators.encoding;

import java.io.Serializable;

/**
 * A description of the records and fields that a query reads. It changes whenever their meaning changes.
 *
 * @param words the description of everything except the units' ids, which {@link UnitName} describes
 * @param withUnit the description by older builds, which included the field of the units' ids; the fingerprints in the
 *     states of those builds were computed from that description
 */
public record Reads(String words, String withUnit) implements Serializable {

    /**
     * Returns a description that has never included the units' ids.
     *
     * @param words the description
     */
    public static Reads of(String words) {
        return new Reads(words, words);
    }
}
