package dev.weir.operators.encoding;

import java.io.Serializable;

/**
 * Which records and fields a query reads, in words that change when the meaning does.
 *
 * @param words all of it but the units' ids, which {@link UnitName} names
 * @param withUnit the words of builds that counted the field of the units' ids as part of each query: they are in the fingerprints
 *     of their states
 */
public record Reads(String words, String withUnit) implements Serializable {

    /** Words that have never named the units' ids. */
    public static Reads of(String words) {
        return new Reads(words, words);
    }
}
