package dev.weir.operators.api;

import dev.weir.operators.clock.PartitionWatermarks;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.time.Duration;
import java.time.Instant;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.jspecify.annotations.Nullable;

/**
 * A stream and the settings of its clock.
 *
 * @param time reads a record's event time
 * @param timing the delay and the skew that decide when a record is too late or too early
 * @param schedule which windows are released
 * @param idle the time without a record after which a parallel part counts as idle; null if it never does
 */
record TimedStream<T>(
        DataStream<T> stream,
        Field<T, Instant> time,
        TimeBounds timing,
        Schedule schedule,
        @Nullable Duration idle) {

    TimedStream<T> idleAfter(Duration after) {
        if (after.isZero() || after.isNegative()) {
            throw new IllegalArgumentException("idle must be above 0, was " + after);
        }
        return new TimedStream<>(stream, time, timing, schedule, after);
    }

    /** Returns the records with their timestamps, and with watermarks that never pass the clock of admission. */
    SingleOutputStreamOperator<T> timestamped() {
        SafeField<T, Instant> safe = new SafeField<>(time);
        TimeBounds bounds = timing;
        WatermarkStrategy<T> clock = WatermarkStrategy.<T>forGenerator(context -> PartitionWatermarks.ofRecordTimes(
                        (record, timestamp) -> EventTimes.clockTime(timestamp), bounds, System::currentTimeMillis))
                .withTimestampAssigner((record, timestamp) -> EventTimes.timestamp(safe.of(record)));
        return stream.assignTimestampsAndWatermarks(idle == null ? clock : clock.withIdleness(idle))
                .name("clock")
                .uid("weir-clock")
                .setParallelism(stream.getParallelism());
    }
}
