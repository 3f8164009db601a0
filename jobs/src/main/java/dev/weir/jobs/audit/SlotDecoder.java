package dev.weir.jobs.audit;

import dev.weir.jobs.record.PayloadReader;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.testing.world.Slot;

/** Decodes slots as the job of a kind of pipelines does. */
final class SlotDecoder implements RecordDecoder<Slot> {

    private static final long serialVersionUID = 1L;

    private final PayloadReader reader;

    SlotDecoder(PayloadReader reader) {
        this.reader = reader;
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
        return slot.stamp();
    }

    @Override
    public byte[] payload(Slot slot) {
        return slot.content();
    }

    @Override
    public void decode(Slot slot, long timestamp, DecodedRecord decoded) {
        reader.read(slot.content(), decoded);
    }
}
