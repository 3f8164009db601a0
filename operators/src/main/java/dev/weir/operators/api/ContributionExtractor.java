package dev.weir.operators.api;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.counters.Rejection;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the fields that one query reads from a record. The caller calls {@link #read} first and then, unless the
 * record is rejected, {@link #contribute}. One instance serves all records of a subtask, one after the other.
 */
final class ContributionExtractor<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final byte[] NO_KEY = {};

    /** The bound 2^63: a number of this absolute value or more is out of range. */
    private static final BigDecimal TOO_LARGE = new BigDecimal(BigInteger.ONE.shiftLeft(63));

    /**
     * Converts a number into a decimal. The class of the number may be a user's, and its {@code toString} may throw.
     */
    private static final SafeField<Number, BigDecimal> DECIMAL =
            new SafeField<>(number -> new BigDecimal(number.toString()));

    private final SafeField<T, Boolean> where;
    private final SafeField<T, String> key;
    private final List<ValueField<T>> fields;
    /** The index of each aggregate's first value. */
    private final int[] places;

    private byte[] keyBytes = NO_KEY;
    private final BigDecimal[] values;

    ContributionExtractor(PrivateQuery<T> query) {
        where = new SafeField<>(query.selection().where());
        key = new SafeField<>(query.selection().key());
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
        String text = key.of(record);
        if (text != null && text.length() > Utf8Text.LONGEST) {
            return Rejection.TOO_LARGE;
        }
        keyBytes = Utf8Text.encode(text);
        if (keyBytes.length > Utf8Text.LONGEST) {
            return Rejection.TOO_LARGE;
        }
        return keyBytes.length == 0 ? Rejection.NO_KEY : readValues(record);
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
        if (!Boolean.TRUE.equals(where.of(record)) || !target.key(query, keyBytes, 0, keyBytes.length)) {
            return;
        }
        for (int aggregate = 0; aggregate < places.length; aggregate++) {
            target.values(query, aggregate, values, places[aggregate]);
        }
    }
}
