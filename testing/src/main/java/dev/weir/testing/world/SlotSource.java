package dev.weir.testing.world;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A source of the slots of a schedule: as many partitions as the schedule has, each read in its order and checkpointed. */
final class SlotSource {

    private static final String UID = "audit-slots";

    private SlotSource() {}

    /**
     * Adds the source.
     *
     * @param stages in how many parts the input comes, each behind a completed checkpoint, for which there are readers of all partitions; 1 for all at once, to as many
     *     readers as there are partitions
     */
    static DataStream<Slot> add(StreamExecutionEnvironment env, SlotInput input, int stages) {
        SlotSchedule schedule = input.schedule();
        DataGeneratorSource<Slot> source = stages == 1
                ? new DataGeneratorSource<>(new TogetherReader(input), schedule.slots(), Slot.TYPE)
                : new DataGeneratorSource<>(input::at, schedule.slots(), staged(schedule, stages), Slot.TYPE);
        WatermarkStrategy<Slot> watermarks = context -> new Stamped();
        return env.fromSource(source, watermarks, UID).uid(UID);
    }

    private static RateLimiterStrategy<?> staged(SlotSchedule schedule, int stages) {
        return RateLimiterStrategy.perCheckpoint(Math.max(1, (int) (schedule.slots() / stages)));
    }

    /** Watermarks as the slots state them. */
    private static final class Stamped implements WatermarkGenerator<Slot> {

        private long last = Long.MIN_VALUE;

        @Override
        public void onEvent(Slot slot, long timestamp, WatermarkOutput output) {
            if (slot.watermark() > last) {
                last = slot.watermark();
                output.emitWatermark(new Watermark(last));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }
}
