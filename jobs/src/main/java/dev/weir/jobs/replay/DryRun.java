package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.progress.Progress;
import dev.weir.jobs.record.RecordReader;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.LocalAdmission;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.gate.LocalGate;
import java.io.IOException;
import java.util.Arrays;

/**
 * Passes a recording through the admission and the gate of a replay, in the caller's thread, without broker or cluster. It
 * drops the same records as a replay. It draws no noise and releases nothing.
 */
public final class DryRun {

    private final Pipeline pipeline;
    private final RecordedFile recording;
    private final Progress progress;
    private long[] stamps = new long[1 << 10];

    /**
     * The private result of a dry run.
     *
     * @param slots the slots of the recording
     * @param counters the numbers of records by outcome
     */
    public record Result(WrittenSlots slots, RecordCounters counters) {}

    /** Receives the lines of the recording one by one, each with its clock time. */
    @FunctionalInterface
    public interface StampedTaker {

        /**
         * Receives one line.
         *
         * @param line the bytes of the line, without its end
         * @param stamp the clock time of the line's slot, epoch milliseconds
         */
        void take(byte[] line, long stamp);
    }

    /** A line, its clock time and its number. */
    private record Slot(byte[] line, long stamp, long number) {}

    /**
     * Creates a dry run of a recording.
     *
     * @param pipeline the pipeline, which names the columns of the recording
     * @param recording the recording
     * @param progress receives the progress
     */
    public DryRun(Pipeline pipeline, RecordedFile recording, Progress progress) {
        this.pipeline = pipeline;
        this.recording = recording;
        this.progress = progress;
    }

    /**
     * Reads the recording to its end.
     *
     * @param taker receives the lines
     * @throws IllegalArgumentException if the recording holds more windows than a replay releases
     * @throws UnusableRecording if no record has a time that can be read and that is at most {@code clock.max-skew} in the
     *     future
     */
    public Result run(StampedTaker taker) throws IOException, InterruptedException {
        WrittenSlots slots = stamp();
        pipeline.plan().requireReleasable(slots.schedule());
        LocalGate gate = new LocalGate(pipeline.plan(), slots.schedule(), sum -> {});
        LocalAdmission<Slot> admission =
                new LocalAdmission<>(pipeline.plan(), slots.schedule(), new SlotDecoder(pipeline), gate::pass);
        long[] next = {0};
        recording.forEach(line -> {
            int number = (int) next[0]++;
            if (number == slots.count()) {
                return false;
            }
            admission.take(new Slot(line, stamps[number], number));
            taker.take(line, stamps[number]);
            progress.tick(() -> next[0] + " of " + slots.count() + " records have passed the gate");
            return true;
        });
        admission.sendAll();
        gate.finish();
        RecordCounters counters = admission.counters();
        counters.add(gate.counters());
        return new Result(slots, counters);
    }

    private WrittenSlots stamp() throws IOException, InterruptedException {
        SlotStamps clock = new SlotStamps(pipeline, recording);
        recording.forEach(line -> {
            int number = Math.toIntExact(clock.count());
            if (number == stamps.length) {
                stamps = Arrays.copyOf(stamps, 2 * number);
            }
            stamps[number] = clock.stamp(line);
            progress.tick(() -> number + " records read");
            return true;
        });
        return clock.slots();
    }

    /** Decodes lines in the pipeline's format. */
    private static final class SlotDecoder implements RecordDecoder<Slot> {

        private static final long serialVersionUID = 1L;

        private final RecordReader reader;

        SlotDecoder(Pipeline pipeline) {
            reader = new RecordReader(pipeline);
        }

        @Override
        public int partition(Slot slot) {
            return 0;
        }

        @Override
        public long offset(Slot slot) {
            return slot.number();
        }

        @Override
        public long time(Slot slot) {
            return slot.stamp();
        }

        @Override
        public byte[] payload(Slot slot) {
            return slot.line();
        }

        @Override
        public void decode(Slot slot, long timestamp, DecodedRecord decoded) {
            reader.read(slot.line(), decoded);
        }
    }
}
