package dev.weir.operators.api;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.Rejection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes typed records. Each record is a slot, and the parallel parts of the stream are the partitions. A record's event time is its Flink
 * timestamp, see {@link EventTimes}.
 *
 * <p>Records are rejected with the same codes as the records of a topic, in this order: {@code SCHEMA} (a text that an aggregate reads is
 * missing), {@code TOO_LARGE}, {@code NO_TIME}, {@code NO_UNIT}, {@code NO_KEY}, {@code NOT_A_NUMBER}, {@code OUT_OF_RANGE}. A record
 * without a key or value that some query reads is rejected, even if the query's filter leaves the record out.
 */
final class TypedRecordDecoder<T> implements RecordDecoder<T> {

    private static final long serialVersionUID = 1L;

    private static final byte[] NO_BYTES = {};

    /** The order of codes. A record to which several codes apply gets the first one. */
    private static final List<Rejection> ORDER = List.of(
            Rejection.SCHEMA,
            Rejection.TOO_LARGE,
            Rejection.NO_TIME,
            Rejection.NO_UNIT,
            Rejection.NO_KEY,
            Rejection.NOT_A_NUMBER,
            Rejection.OUT_OF_RANGE);

    private final @Nullable SafeField<T, String> user;
    private final List<ContributionExtractor<T>> queries;
    private transient int subtask;
    private transient long decoded;

    /**
     * Creates a decoder.
     *
     * @param user reads the id of the user; null if every record is a unit
     * @param queries the extractors of the queries, in the order of the plan
     */
    TypedRecordDecoder(@Nullable SafeField<T, String> user, List<ContributionExtractor<T>> queries) {
        this.user = user;
        this.queries = queries;
    }

    @Override
    public void open(int number) {
        subtask = number;
    }

    @Override
    public int partition(T record) {
        return subtask;
    }

    /**
     * The position of a record: the number of records that this execution attempt has decoded so far. It distinguishes the records of an
     * attempt.
     */
    @Override
    public long offset(T record) {
        return decoded;
    }

    /** Always {@link PartitionClock#NO_TIME}, because the clock is moved by the records' event times and not by times of writing. */
    @Override
    public long time(T record) {
        return PartitionClock.NO_TIME;
    }

    /** Always an empty array, because a typed record has no bytes. Rejected records are counted and not kept. */
    @Override
    public byte[] payload(T record) {
        return NO_BYTES;
    }

    @Override
    public void decode(T record, long timestamp, DecodedRecord target) {
        decoded++;
        if (timestamp != PartitionClock.NO_TIME && timestamp != EventTimes.OUT_OF_RANGE) {
            target.time(timestamp);
        }
        byte[] unit = user == null ? NO_BYTES : Utf8Text.encode(user.of(record));
        Rejection code = rejection(record, timestamp, unit);
        if (code != null) {
            target.reject(code);
        } else {
            contribute(record, unit, target);
        }
    }

    private void contribute(T record, byte[] unit, DecodedRecord target) {
        target.unit(unit);
        for (int query = 0; query < queries.size(); query++) {
            queries.get(query).contribute(query, record, target);
        }
    }

    /** Returns the first code, in the order of {@link #ORDER}, that applies to the record for any query, or null if none does. */
    private @Nullable Rejection rejection(T record, long timestamp, byte[] unit) {
        Rejection first = earlier(timeRejection(timestamp), unitRejection(unit));
        for (ContributionExtractor<T> query : queries) {
            first = earlier(first, query.read(record));
        }
        return first;
    }

    private static @Nullable Rejection timeRejection(long timestamp) {
        if (timestamp == PartitionClock.NO_TIME) {
            return Rejection.NO_TIME;
        }
        return timestamp == EventTimes.OUT_OF_RANGE ? Rejection.OUT_OF_RANGE : null;
    }

    private @Nullable Rejection unitRejection(byte[] unit) {
        if (unit.length > Utf8Text.LONGEST) {
            return Rejection.TOO_LARGE;
        }
        return user != null && unit.length == 0 ? Rejection.NO_UNIT : null;
    }

    private static @Nullable Rejection earlier(@Nullable Rejection one, @Nullable Rejection other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return ORDER.indexOf(other) < ORDER.indexOf(one) ? other : one;
    }
}
