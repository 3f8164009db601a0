package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.progress.Progress;
import dev.weir.jobs.record.PayloadReader;
import dev.weir.jobs.replay.recording.Recording;
import dev.weir.jobs.replay.recording.UnusableRecording;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.LocalAdmission;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.counters.RecordCounters;
import java.io.IOException;
import java.util.Arrays;

/**
 * Passes a recording through the admission and the gate of a replay, in the caller's thread, without broker or cluster. It
 * drops the same records as a replay. It draws no noise and releases nothing.
 */
public final class DryRun {

    private final Pipeline pipeline;
    private final Recording recording;
    private final Progress progress;
    private long[] stamps = new long[1 << 10];

    /**
     * The private result of a dry run.
     *
     * @param slots the slots of the recording
     * @param counters the numbers of records by outcome
     * @param sample what the records show of the pipeline
     */
    public record Result(WrittenSlots slots, RecordCounters counters, PipelineKind.Sample sample) {}

    /** A line, its clock time and its number. */
    private record Slot(byte[] line, long stamp, long number) {}

    /**
     * Creates a dry run of a recording.
     *
     * @param pipeline the pipeline, which names the columns of the recording
     * @param recording the recording
     * @param progress receives the progress
     */
    public DryRun(Pipeline pipeline, Recording recording, Progress progress) {
        this.pipeline = pipeline;
        this.recording = recording;
        this.progress = progress;
    }

    /**
     * Reads the recording to its end.
     *
     * @throws IllegalArgumentException if the recording holds more windows than a replay releases
     * @throws UnusableRecording if no record has a time that can be read and that is at most {@code clock.max-skew} in the
     *     future
     */
    public Result run() throws IOException, InterruptedException {
        WrittenSlots slots = stamp();
        pipeline.plan().requireReleasable(slots.schedule());
        PipelineKind.Sample sample = PipelineKinds.of(pipeline).sample(pipeline, slots.schedule());
        LocalAdmission<Slot> admission =
                new LocalAdmission<>(pipeline.plan(), slots.schedule(), new SlotDecoder(pipeline), sample::pass);
        long[] next = {0};
        recording.forEach(line -> {
            int number = (int) next[0]++;
            if (number == slots.count()) {
                return false;
            }
            admission.take(new Slot(line, stamps[number], number));
            sample.line(line, stamps[number]);
            progress.tick(() -> next[0] + " of " + slots.count() + " records have been passed on");
            return true;
        });
        admission.sendAll();
        RecordCounters counters = admission.counters();
        counters.add(sample.finish());
        return new Result(slots, counters, sample);
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

        private final PayloadReader reader;

        SlotDecoder(Pipeline pipeline) {
            reader = PipelineKinds.of(pipeline).reader(pipeline);
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
            reader.read(slot.line(), null, decoded);
        }
    }
}
