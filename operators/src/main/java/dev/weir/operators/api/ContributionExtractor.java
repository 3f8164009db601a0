package dev.weir.operators.api;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.keys.KeyValues;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the fields that one query reads from a record. The caller calls {@link #read} first and then, unless the
 * record is rejected, {@link #contribute}. One instance serves all records of a subtask, one after the other.
 */
final class ContributionExtractor<T> implements KeyValues, Serializable {

    private static final long serialVersionUID = 1L;

    /** The bound 2^63: a number of this absolute value or more is out of range. */
    private static final BigDecimal TOO_LARGE = new BigDecimal(BigInteger.ONE.shiftLeft(63));

    /**
     * Converts a number into a decimal. The class of the number may be a user's, and its {@code toString} may throw.
     */
    private static final SafeField<Number, BigDecimal> DECIMAL =
            new SafeField<>(number -> new BigDecimal(number.toString()));

    private final SafeField<T, Boolean> where;
    private final List<SafeField<T, String>> attributes;
    private final List<ValueField<T>> fields;
    /** The index of each aggregate's first value. */
    private final int[] places;

    /** The attributes of the last record's key. */
    private final byte[][] key;

    private final BigDecimal[] values;

    ContributionExtractor(PrivateQuery<T> query) {
        where = new SafeField<>(query.selection().where());
        attributes = new ArrayList<>(
                query.selection().attributes().stream().map(SafeField::new).toList());
        key = new byte[attributes.size()][];
        fields = query.aggregations().stream()
                .flatMap(aggregation -> aggregation.fields().stream())
                .toList();
        places = new int[query.aggregations().size()];
        for (int i = 1; i < places.length; i++) {
            places[i] = places[i - 1] + query.aggregations().get(i - 1).fields().size();
        }
        values = new BigDecimal[fields.size()];
    }

    /** Reads the key and the values. Returns why the record is rejected, or null if it is not. */
    @Nullable Rejection read(T record) {
        Rejection code = null;
        for (int i = 0; i < key.length && code == null; i++) {
            code = readAttribute(i, record);
        }
        return code == null ? readValues(record) : code;
    }

    private @Nullable Rejection readAttribute(int attribute, T record) {
        String text = attributes.get(attribute).of(record);
        if (text != null && text.length() > Utf8Text.LONGEST) {
            return Rejection.TOO_LARGE;
        }
        byte[] bytes = Utf8Text.encode(text);
        key[attribute] = bytes;
        if (bytes.length > Utf8Text.LONGEST) {
            return Rejection.TOO_LARGE;
        }
        return bytes.length == 0 ? Rejection.NO_KEY : null;
    }

    private @Nullable Rejection readValues(T record) {
        Rejection code = null;
        for (int i = 0; i < values.length; i++) {
            BigDecimal value = decimal(fields.get(i).number().of(record));
            if (value == null) {
                return fields.get(i).missing();
            }
            values[i] = value;
            code = value.abs().compareTo(TOO_LARGE) >= 0 ? Rejection.OUT_OF_RANGE : code;
        }
        return code;
    }

    /**
     * Returns the exact decimal value of a number, or null if the number is null, is not finite, or has a text that is
     * no decimal.
     */
    private static @Nullable BigDecimal decimal(@Nullable Number number) {
        if (number != null && number.getClass() == BigDecimal.class) {
            return (BigDecimal) number;
        }
        return number == null ? null : DECIMAL.of(number);
    }

    /**
     * Passes on the key and values that {@link #read} has read, if the record passes the query's filter.
     *
     * @param query the query's number in the plan
     */
    void contribute(int query, T record, DecodedRecord target) {
        if (!Boolean.TRUE.equals(where.of(record)) || !target.key(query, this)) {
            return;
        }
        for (int aggregate = 0; aggregate < places.length; aggregate++) {
            target.values(query, aggregate, values, places[aggregate]);
        }
    }

    @Override
    public boolean has(int attribute) {
        return true;
    }

    @Override
    public byte[] bytes(int attribute) {
        return key[attribute];
    }

    @Override
    public int from(int attribute) {
        return 0;
    }

    @Override
    public int to(int attribute) {
        return key[attribute].length;
    }
}
