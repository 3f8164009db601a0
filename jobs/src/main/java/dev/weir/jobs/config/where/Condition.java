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
 * <p>A condition is true or false of every record that has all of the condition's fields, each a decimal where it is
 * compared with a number. A record that lacks one of them passes neither the condition nor its negation, whichever part
 * of the condition names the field. So there is no third truth value, and {@code not} moves inwards by De Morgan's
 * laws: no variant stands for it.
 */
public sealed interface Condition extends Serializable {

    /**
     * The fields that the condition names, in the order in which it names them.
     *
     * @return one name for each comparison and list
     */
    Stream<String> fields();

    /**
     * The condition that is true where this one is false.
     *
     * @return a condition that names the same fields
     */
    Condition negation();

    /**
     * The condition's content, for a fingerprint. A comparison has the tags 1 to 4, as when conditions were nothing else.
     *
     * @return the encoded fields
     */
    TaggedFields identity();

    /**
     * A condition that is true where all of {@code parts} are.
     *
     * @param parts at least one
     * @return the only part, or a combination
     */
    static Condition all(List<Condition> parts) {
        return parts.size() == 1 ? parts.get(0) : new Combination(true, parts);
    }

    /**
     * A condition that is true where at least one of {@code parts} is.
     *
     * @param parts at least one
     * @return the only part, or a combination
     */
    static Condition any(List<Condition> parts) {
        return parts.size() == 1 ? parts.get(0) : new Combination(false, parts);
    }

    /**
     * A comparison of a field with a literal.
     *
     * @param field the field
     * @param relation the relation of field and literal
     * @param number the literal, if the two compare as decimals
     * @param text the literal, if it is quoted and the two compare as text, by code point
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
     * Whether a field is, or is not, one of a list of literals, which are all numbers or all texts. The order of the list
     * and literals that it repeats do not matter: they are sorted here.
     *
     * @param field the field
     * @param isMember false for {@code not in}
     * @param numbers the literals, if the field compares as a decimal
     * @param texts the literals, if the field compares as text
     */
    record Membership(String field, boolean isMember, List<BigDecimal> numbers, List<String> texts)
            implements Condition {

        /** Sorts the literals. */
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
     * Several conditions joined by {@code and}, or by {@code or}. A part that is joined by the same word is replaced by its own
     * parts, so that parentheses which change nothing leave no trace.
     *
     * @param isAll true for {@code and}, false for {@code or}
     * @param parts at least two
     */
    record Combination(boolean isAll, List<Condition> parts) implements Condition {

        /** Takes the parts of parts that are joined by the same word. */
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
