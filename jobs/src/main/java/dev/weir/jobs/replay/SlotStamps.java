package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.record.PayloadReader;
import dev.weir.jobs.replay.recording.Recording;
import dev.weir.jobs.replay.recording.UnusableRecording;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.clock.PartitionClock;
import java.io.IOException;
import java.util.function.ToLongFunction;

/**
 * Stamps the lines of a recording with the time of a replay's clock: the running maximum of the records' own times, as far as
 * {@link PartitionClock} accepts these times.
 */
final class SlotStamps {

    /** The partition number for the clock: all lines share one clock, whatever the number of partitions. */
    private static final int ONE_CLOCK = 0;

    private final Pipeline pipeline;
    private final PayloadReader reader;
    private final DecodedRecord decoded;
    private final PartitionClock clock;
    private final long first;
    private long newest;
    private long count;
    private long ahead;
    private long backwards;
    private long before = PartitionClock.NO_TIME;

    /**
     * Reads the recording up to the first time that {@link PartitionClock} accepts, which starts the clock.
     *
     * @param pipeline the pipeline, which names the columns of the recording
     * @param recording the recording
     * @throws UnusableRecording if no record has a time that can be read and that is at most {@code clock.max-skew} in the
     *     future, because there is then no clock
     */
    SlotStamps(Pipeline pipeline, Recording recording) throws IOException, InterruptedException {
        this.pipeline = pipeline;
        this.reader = PipelineKinds.of(pipeline).reader(pipeline);
        this.decoded = new DecodedRecord(pipeline.plan());
        this.clock = PartitionClock.ofRecordTimes(
                pipeline.plan().timing(), PartitionClock.NO_TIME, System::currentTimeMillis);
        this.first = firstTime(recording);
        this.newest = first;
    }

    private long firstTime(Recording recording) throws IOException, InterruptedException {
        UntimedRecords untimed = new UntimedRecords(pipeline);
        recording.forEach(line -> {
            read(line);
            untimed.add(decoded.rejection());
            return clock.tickWithin(ONE_CLOCK, decoded.time()) == PartitionClock.NO_TIME;
        });
        Long time = clock.newest().get(ONE_CLOCK);
        if (time == null) {
            throw untimed.problem(recording.path());
        }
        return time;
    }

    /**
     * Returns a reader of times: epoch milliseconds, or {@link PartitionClock#NO_TIME} of a record without a time that can be read.
     *
     * @param pipeline the pipeline, which names the columns of the recording
     */
    static ToLongFunction<byte[]> times(Pipeline pipeline) {
        PayloadReader reader = PipelineKinds.of(pipeline).reader(pipeline);
        DecodedRecord decoded = new DecodedRecord(pipeline.plan());
        return line -> {
            decoded.clear();
            reader.read(line, decoded);
            return decoded.time();
        };
    }

    private void read(byte[] line) {
        decoded.clear();
        reader.read(line, decoded);
    }

    /** Returns the stamp of the next line, epoch milliseconds. */
    long stamp(byte[] line) {
        read(line);
        newest = clock.tickWithin(ONE_CLOCK, decoded.time());
        ahead += decoded.time() > pipeline.plan().timing().latest(newest) ? 1 : 0;
        compare(decoded.time());
        count++;
        return newest;
    }

    private void compare(long time) {
        if (time != PartitionClock.NO_TIME) {
            backwards += before != PartitionClock.NO_TIME && time < before ? 1 : 0;
            before = time;
        }
    }

    /** The unit's id of the last stamped line; empty if the line has no unit or is refused. */
    byte[] unit() {
        return decoded.unit();
    }

    /** The number of lines that have been stamped. */
    long count() {
        return count;
    }

    /** Returns the slots that have been stamped so far. */
    WrittenSlots slots() {
        return new WrittenSlots(first, newest, count, ahead, backwards);
    }
}
