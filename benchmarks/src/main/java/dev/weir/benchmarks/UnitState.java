package dev.weir.benchmarks;

import java.io.Serializable;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/** The stores of unit state that are compared: Weir's tables, and Flink's keyed state with equally many bytes per unit. */
enum UnitState {
    /** Weir's job with gate, release and publisher. */
    WEIR(Map.of()),
    /** A keyed function with Flink's state backend on the heap. */
    HEAP(Map.of("state.backend.type", "hashmap")),
    /** A keyed function with state in RocksDB and full checkpoints. */
    ROCKSDB(Map.of("state.backend.type", "rocksdb", "execution.checkpointing.incremental", "false")),
    /** A keyed function with state in RocksDB and incremental checkpoints. */
    ROCKSDB_INCREMENTAL(Map.of("state.backend.type", "rocksdb", "execution.checkpointing.incremental", "true"));

    @SuppressWarnings("ImmutableEnumChecker") // the map is immutable
    private final Map<String, String> settings;

    UnitState(Map<String, String> settings) {
        this.settings = settings;
    }

    /** The Flink settings of the store. */
    Map<String, String> settings() {
        return settings;
    }

    /** Adds the job to a stream of events. */
    void attach(DataStream<Event> events, Load load) {
        if (this == WEIR) {
            Jobs.WEIR.attach(events, load);
        } else {
            events.keyBy(event -> event.unitLow, Types.LONG)
                    .process(new Counted())
                    .sinkTo(new DiscardingSink<>());
        }
    }

    /**
     * Counts the records of a unit in the first byte of an array. With its key, the array is as long as an entry of Weir's
     * table. Its other bytes are random, because RocksDB compresses what it writes, and Weir's entries are not zeros.
     */
    private static final class Counted extends KeyedProcessFunction<Long, Event, Void> implements Serializable {

        private static final long serialVersionUID = 1L;
        private static final int ROW_BYTES = 52;

        private transient ValueState<byte[]> rows;

        @SuppressWarnings("NullAway.Init")
        Counted() {}

        @Override
        public void open(OpenContext context) {
            rows = getRuntimeContext()
                    .getState(new ValueStateDescriptor<>("row", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
        }

        @Override
        public void processElement(Event event, Context context, Collector<Void> out) throws Exception {
            byte[] row = rows.value();
            if (row == null) {
                row = new byte[ROW_BYTES - Long.BYTES];
                new SplittableRandom(event.unitHigh).nextBytes(row);
            }
            row[0]++;
            rows.update(row);
        }
    }
}
