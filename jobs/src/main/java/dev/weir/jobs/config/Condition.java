package dev.weir.jobs.config;

import dev.weir.operators.identity.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of a field with a literal.
 *
 * @param field the field
 * @param comparison how they compare
 * @param number the literal, if the two compare as decimals
 * @param text the literal, if it is quoted and the two compare as text, by code point
 */
public record Condition(
        String field,
        Comparison comparison,
        @Nullable BigDecimal number,
        @Nullable String text) implements Serializable {

    /** What is compared with what, for a fingerprint. */
    TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, field).put(2, comparison.sign());
        if (number != null) {
            fields.put(3, number);
        }
        return text == null ? fields : fields.put(4, text);
    }

    /** How a field and a literal compare. */
    public enum Comparison {
        /** The same. */
        EQUAL("=="),
        /** Not the same. */
        NOT_EQUAL("!="),
        /** The field is smaller. */
        LESS("<"),
        /** The field is not larger. */
        AT_MOST("<="),
        /** The field is larger. */
        GREATER(">"),
        /** The field is not smaller. */
        AT_LEAST(">=");

        private final String sign;

        Comparison(String sign) {
            this.sign = sign;
        }

        /** The comparison as it is written. */
        public String sign() {
            return sign;
        }

        /** Whether it holds, given how field and literal are ordered ({@link Comparable#compareTo}). */
        public boolean holds(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case NOT_EQUAL -> order != 0;
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case GREATER -> order > 0;
                case AT_LEAST -> order >= 0;
            };
        }
    }
}
