package dev.weir.jobs.kind.encode;

import dev.weir.jobs.config.KindTerms;
import dev.weir.operators.local.encode.EncodeTerms;

/**
 * What a file of kind {@code encode} says beyond what all kinds do.
 *
 * @param terms the question and the allowance
 * @param field the field of a record that holds the answer
 * @param mechanism the word that names the mechanism
 */
public record EncodedAnswer(EncodeTerms terms, String field, String mechanism) implements KindTerms {

    /** The word by which a file names the kind. */
    static final String WORD = "encode";

    @Override
    public String kind() {
        return WORD;
    }
}
