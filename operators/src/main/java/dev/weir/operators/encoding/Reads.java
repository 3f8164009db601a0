package dev.weir.operators.encoding;

import java.io.Serializable;

/**
 * The records and fields that a query reads, in words that change when the meaning does.
 *
 * @param words everything except the units' ids, which {@link UnitName} names
 * @param withUnit the words of builds that counted the field of the units' ids as part of each query; the fingerprints
 * of their states contain them
 */
public record Reads(String words, String withUnit) implements Serializable {

    /**
     * Words that have never named the units' ids.
     *
     * @param words the words
     */
    public static Reads of(String words) {
        return new Reads(words, words);
    }
}
