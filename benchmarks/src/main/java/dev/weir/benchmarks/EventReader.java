package dev.weir.benchmarks;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.RecordDecoder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Decodes the benchmark's events. There is nothing to parse, so that the benchmark measures Weir and not a parser. */
final class EventReader implements RecordDecoder<Event> {

    private static final long serialVersionUID = 1L;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** In place of an aggregate's number: no values are read. */
    static final int NO_VALUE = -1;

    private final int queries;
    private final int aggregate;
    private final byte[] unit = new byte[2 * Long.BYTES];

    /**
     * Creates a decoder of records that all contribute to every query.
     *
     * @param queries the number of queries
     * @param aggregate the number of the aggregate that reads values in each query, or {@link #NO_VALUE}
     */
    EventReader(int queries, int aggregate) {
        this.queries = queries;
        this.aggregate = aggregate;
    }

    @Override
    public int partition(Event event) {
        return 0;
    }

    @Override
    public long offset(Event event) {
        return 0;
    }

    @Override
    public long time(Event event) {
        return event.time;
    }

    @Override
    public byte[] payload(Event event) {
        return new byte[0];
    }

    @Override
    public void decode(Event event, long timestamp, DecodedRecord record) {
        LONGS.set(unit, 0, event.unitHigh);
        LONGS.set(unit, Long.BYTES, event.unitLow);
        record.time(event.time);
        record.unit(unit);
        for (int query = 0; query < queries; query++) {
            record.key(query, event.key);
            if (aggregate != NO_VALUE) {
                record.value(query, aggregate, event.value);
            }
        }
    }
}
