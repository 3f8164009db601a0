package dev.weir.operators.api;

import dev.weir.operators.admit.SlotWatermarks;
import dev.weir.operators.query.Schedule;
import dev.weir.operators.query.Timing;
import java.time.Duration;
import java.time.Instant;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.jspecify.annotations.Nullable;

/** A stream and what tells its time. */
record Clocked<T>(
        DataStream<T> stream,
        Field<T, Instant> time,
        Timing timing,
        Schedule schedule,
        @Nullable Duration idle) {

    Clocked<T> idleAfter(Duration after) {
        if (after.isZero() || after.isNegative()) {
            throw new IllegalArgumentException("idle must be above 0, was " + after);
        }
        return new Clocked<>(stream, time, timing, schedule, after);
    }

    /** The records, with watermarks that keep behind what admission calls on time. */
    SingleOutputStreamOperator<T> ticking() {
        SafeField<T, Instant> safe = new SafeField<>(time);
        Timing bounds = timing;
        WatermarkStrategy<T> clock = context ->
                new SlotWatermarks<>(record -> RecordReader.millis(safe.of(record)), bounds.maxSkewMillis(), bounds);
        return stream.assignTimestampsAndWatermarks(idle == null ? clock : clock.withIdleness(idle))
                .name("clock")
                .uid("weir-clock")
                .setParallelism(stream.getParallelism());
    }
}
