package dev.weir.operators.api;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.Rejection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes typed records. Each record is a slot, and the parallel parts of the stream are its partitions. A record's event
 * time is its Flink timestamp, see {@link EventTimes}.
 *
 * <p>Records are rejected with the same codes as the records of a topic, in the same order: {@code TOO_LARGE},
 * {@code NO_TIME}, {@code NO_UNIT}, {@code NO_KEY}, {@code NOT_A_NUMBER}, {@code OUT_OF_RANGE}. The keys and values that any
 * query reads must be there, whatever the query's filter says.
 */
final class TypedRecordDecoder<T> implements RecordDecoder<T> {

    private static final long serialVersionUID = 1L;

    private static final byte[] NO_BYTES = {};

    /** The order of codes: a record to which several apply gets the first of them. */
    private static final List<Rejection> ORDER = List.of(
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
     * A decoder of the records of some queries.
     *
     * @param user reads the id of the user; null where every record is a unit
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
     * The position of a record: how many records this attempt has decoded. It distinguishes the records of an attempt.
     */
    @Override
    public long offset(T record) {
        return decoded;
    }

    /** The time that moves the clock, which is the record's event time. */
    @Override
    public long time(T record) {
        return PartitionClock.NO_TIME;
    }

    /** No bytes, because a typed record has none: rejected records are counted and not kept. */
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

    /** The first code of {@link #ORDER} that applies to the record for any query; null if none does. */
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
