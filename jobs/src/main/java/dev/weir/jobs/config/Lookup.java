package dev.weir.jobs.config;

import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A field that is looked up in a public table by the text of another field. The table is read once, when the pipeline is
 * built, and is shipped with the pipeline, so that no worker opens the file. A field that a look-up reads is a field of the
 * record itself, never one that is looked up.
 *
 * @param name the name of the field that is added to records
 * @param from the field of the record whose text is looked up
 * @param results for each text of the table its result
 * @param others the result for all other texts; null if the field is absent then: a condition on it does not hold, and a
 *     key has no declared value in it
 * @param sha256 the SHA-256 of the bytes of the table's file, in hexadecimal
 */
public record Lookup(
        String name,
        String from,
        Map<String, String> results,
        @Nullable String others,
        String sha256) implements Serializable {

    public Lookup {
        results = Map.copyOf(results);
    }

    /**
     * Encodes what the field is, for a fingerprint. Every byte of the file counts: a table with another content is another
     * query, even if it has the same rows.
     */
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, name).put(2, from).put(3, sha256);
        return others == null ? fields : fields.put(4, others);
    }
}
