package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.losses.LikelyCause;
import dev.weir.jobs.replay.recording.UnusableRecording;
import dev.weir.operators.counters.Rejection;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the records that are read until one has a time that starts the clock, and the codes with which some of them are
 * refused.
 */
final class UntimedRecords {

    private final Pipeline pipeline;
    private final Map<Rejection, Long> refused = new EnumMap<>(Rejection.class);
    private long count;

    UntimedRecords(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Adds a record.
     *
     * @param code the code with which the record is refused; null if it is not refused
     */
    void add(@Nullable Rejection code) {
        count++;
        if (code != null) {
            refused.merge(code, 1L, Long::sum);
        }
    }

    /**
     * Returns the exception for a recording in which no record has a time that starts the clock: no time can be read, or those
     * that can be read are too far in the future.
     */
    UnusableRecording problem(Path recording) {
        return new UnusableRecording(
                count == 0
                        ? recording + " holds no record" + columns()
                        : "no record of " + recording + " has a time that can be read in field "
                                + pipeline.source().time() + " and is not in the future: " + why());
    }

    private String columns() {
        return pipeline.source().columns().isEmpty() ? "" : ", only the line that names the columns";
    }

    private String why() {
        return refused.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> most.getValue() + " of " + count + " were refused, " + most.getKey() + ": "
                        + new LikelyCause(pipeline, false).of(most.getKey()))
                .orElse("check source.time-format, the clock of the machine that recorded them, and clock.max-skew");
    }
}
