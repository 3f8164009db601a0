package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.Slot;
import dev.weir.jobs.kafka.SlotTimes;
import dev.weir.jobs.record.RecordReader;
import dev.weir.operators.admit.Reading;
import dev.weir.operators.admit.SlotReader;

/** Reads the slots of a topic by the pipeline's format. */
final class KafkaSlotReader implements SlotReader<Slot> {

    private static final long serialVersionUID = 1L;

    private final RecordReader records;
    private final long holdMillis;

    KafkaSlotReader(Pipeline pipeline) {
        records = new RecordReader(pipeline);
        holdMillis = pipeline.clock().hold().toMillis();
    }

    /** The times that records state themselves. */
    static SlotTimes times(Pipeline pipeline) {
        return () -> {
            RecordReader records = new RecordReader(pipeline);
            Reading reading = new Reading(pipeline.plan());
            return slot -> {
                reading.clear();
                records.read(slot.payload(), reading);
                return reading.time();
            };
        };
    }

    @Override
    public long holdMillis() {
        return holdMillis;
    }

    @Override
    public int partition(Slot slot) {
        return slot.partition();
    }

    @Override
    public long offset(Slot slot) {
        return slot.offset();
    }

    @Override
    public long time(Slot slot) {
        return slot.time();
    }

    @Override
    public byte[] payload(Slot slot) {
        return slot.payload();
    }

    @Override
    public int originalLength(Slot slot) {
        return slot.originalLength();
    }

    @Override
    public void read(Slot slot, Reading reading) {
        records.read(slot.payload(), reading);
    }
}
