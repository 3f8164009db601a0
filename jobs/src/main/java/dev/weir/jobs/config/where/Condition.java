package dev.weir.jobs.config.where;

import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The condition on the fields of a record under which a query takes the record.
 *
 * <p>A condition is true or false of every record that has all fields of the condition, where each field that is compared with
 * a number must be a decimal. A record that lacks one of these fields passes neither the condition nor its negation, whichever
 * part of the condition names the field. So no third truth value, like the unknown of SQL, needs to be combined with others. By
 * De Morgan's laws {@code not} can be moved inwards, so it needs no variant of its own.
 */
public sealed interface Condition extends Serializable {

    /**
     * Returns the fields that the condition names, in the order in which they occur.
     *
     * @return one name for each comparison and each list of literals
     */
    Stream<String> fields();

    /**
     * Returns the condition that is true if this one is false.
     *
     * @return a condition that names the same fields
     */
    Condition negation();

    /**
     * Encodes the condition for a fingerprint. A comparison keeps the tags 1 to 4 from the time when all conditions
     * were comparisons.
     *
     * @return the encoded fields
     */
    TaggedFields identity();

    /**
     * Returns a condition that is true if all of {@code parts} are true.
     *
     * @param parts at least one condition
     * @return the only part, or a combination
     */
    static Condition all(List<Condition> parts) {
        return parts.size() == 1 ? parts.get(0) : new Combination(true, parts);
    }

    /**
     * Returns a condition that is true if at least one of {@code parts} is true.
     *
     * @param parts at least one condition
     * @return the only part, or a combination
     */
    static Condition any(List<Condition> parts) {
        return parts.size() == 1 ? parts.get(0) : new Combination(false, parts);
    }

    /**
     * A comparison of a field with a literal.
     *
     * @param field the name of the field
     * @param relation the relation of field and literal
     * @param number the literal, if field and literal are compared as decimals
     * @param text the literal, if it is quoted, so that field and literal are compared as text, by code point
     */
    record Comparison(
            String field,
            Relation relation,
            @Nullable BigDecimal number,
            @Nullable String text) implements Condition {

        @Override
        public Stream<String> fields() {
            return Stream.of(field);
        }

        @Override
        public Condition negation() {
            return new Comparison(field, relation.negation(), number, text);
        }

        @Override
        public TaggedFields identity() {
            TaggedFields fields = new TaggedFields().put(1, field).put(2, relation.sign());
            if (number != null) {
                fields.put(3, number);
            }
            return text == null ? fields : fields.put(4, text);
        }
    }

    /**
     * The condition that a field is, or is not, one of several literals. The literals are all numbers or all texts.
     * They are sorted and made distinct here, so that their order and repetitions in the file do not matter.
     *
     * @param field the name of the field
     * @param isMember false for {@code not in}
     * @param numbers the literals, if the field is compared as a decimal
     * @param texts the literals, if the field is compared as text
     */
    record Membership(String field, boolean isMember, List<BigDecimal> numbers, List<String> texts)
            implements Condition {

        /** Sorts the literals, and drops repeated ones. */
        public Membership {
            if (numbers.isEmpty() == texts.isEmpty()) {
                throw new IllegalArgumentException("literals must be numbers or texts, at least one");
            }
            numbers = numbers.stream()
                    .map(BigDecimal::stripTrailingZeros)
                    .distinct()
                    .sorted()
                    .toList();
            texts = texts.stream().distinct().sorted().toList();
        }

        @Override
        public Stream<String> fields() {
            return Stream.of(field);
        }

        @Override
        public Condition negation() {
            return new Membership(field, !isMember, numbers, texts);
        }

        @Override
        public TaggedFields identity() {
            TaggedFields fields = new TaggedFields().put(1, field).put(2, isMember ? "in" : "not in");
            numbers.forEach(number -> fields.put(3, number));
            texts.forEach(text -> fields.put(4, text));
            return fields;
        }
    }

    /**
     * Several conditions joined by {@code and}, or by {@code or}. A part that is a combination joined by the same word
     * is replaced by its own parts, so that redundant parentheses have no effect.
     *
     * @param isAll true for {@code and}, false for {@code or}
     * @param parts at least two conditions
     */
    record Combination(boolean isAll, List<Condition> parts) implements Condition {

        /** Replaces each part that is joined by the same word by its own parts. */
        public Combination {
            parts = parts.stream()
                    .flatMap(part -> part instanceof Combination inner && inner.isAll == isAll
                            ? inner.parts.stream()
                            : Stream.of(part))
                    .toList();
        }

        @Override
        public Stream<String> fields() {
            return parts.stream().flatMap(Condition::fields);
        }

        @Override
        public Condition negation() {
            return new Combination(
                    !isAll, parts.stream().map(Condition::negation).toList());
        }

        @Override
        public TaggedFields identity() {
            TaggedFields fields = new TaggedFields();
            parts.forEach(part -> fields.put(isAll ? 5 : 6, part.identity()));
            return fields;
        }
    }
}
