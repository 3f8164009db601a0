package dev.weir.jobs.record;

import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.config.where.Relation;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Compares one field of a record with literals: decides whether the field has a given relation to one literal, or whether it
 * equals one of several literals.
 */
final class FieldComparison {

    private final int field;
    /**
     * The relation to the literal that makes the comparison true. With several literals, {@code EQUAL} means that the field
     * equals one of them, and {@code NOT_EQUAL} that it equals none.
     */
    private final Relation relation;
    /** The numeric literals in ascending order; empty if the field is compared as text. */
    private final BigDecimal[] numbers;
    /** The text literals in ascending order; empty if the field is compared as a number. */
    private final byte[][] texts;

    FieldComparison(Condition.Comparison comparison, FieldNumbers fields) {
        field = fields.of(comparison.field());
        relation = comparison.relation();
        BigDecimal number = comparison.number();
        String text = comparison.text();
        numbers = number == null ? new BigDecimal[0] : new BigDecimal[] {number};
        texts = text == null ? new byte[0][] : new byte[][] {text.getBytes(StandardCharsets.UTF_8)};
    }

    FieldComparison(Condition.Membership membership, FieldNumbers fields) {
        field = fields.of(membership.field());
        relation = membership.isMember() ? Relation.EQUAL : Relation.NOT_EQUAL;
        numbers = membership.numbers().toArray(BigDecimal[]::new);
        texts = membership.texts().stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .sorted(Arrays::compareUnsigned)
                .toArray(byte[][]::new);
    }

    /**
     * Returns the truth of the comparison for a record. It is {@link Truth#UNREADABLE} if the field is missing, is not a
     * scalar, or is compared with numbers and is not a decimal.
     */
    Truth of(Fields record) {
        if (!record.isText(field)) {
            return Truth.UNREADABLE;
        }
        byte[] bytes = record.bytes(field);
        int from = record.from(field);
        int to = record.to(field);
        if (numbers.length == 0) {
            return Truth.of(relation.holds(order(bytes, from, to)));
        }
        BigDecimal value = Decimals.parse(bytes, from, to);
        return value == null ? Truth.UNREADABLE : Truth.of(relation.holds(order(value)));
    }

    /** Compares a number with the literal; with several literals, returns 0 if the number is one of them, else 1. */
    private int order(BigDecimal value) {
        if (numbers.length == 1) {
            return value.compareTo(numbers[0]);
        }
        return Arrays.binarySearch(numbers, value) >= 0 ? 0 : 1;
    }

    /** Compares a text with the literal; with several literals, returns 0 if the text is one of them, else another number. */
    private int order(byte[] bytes, int from, int to) {
        int low = 0;
        int high = texts.length - 1;
        int order = 1;
        while (low <= high && order != 0) {
            int middle = (low + high) >>> 1;
            order = Arrays.compareUnsigned(bytes, from, to, texts[middle], 0, texts[middle].length);
            low = order > 0 ? middle + 1 : low;
            high = order < 0 ? middle - 1 : high;
        }
        return order;
    }
}
