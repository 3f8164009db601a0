package dev.weir.jobs.losses;

import dev.weir.jobs.config.Pipeline;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Finds out whether times lie in years that hardly any record is about, as they do where their unit is mistaken. */
public final class PlausibleTimes {

    private static final long FIRST = Instant.parse("1980-01-01T00:00:00Z").toEpochMilli();
    private static final long END = Instant.parse("2200-01-01T00:00:00Z").toEpochMilli();
    private static final List<String> UNITS = List.of("microseconds", "milliseconds", "seconds");
    private static final long STEP = 1000;

    private final Pipeline pipeline;
    private final long[] fitting = new long[UNITS.size()];
    private long times;
    private long outside;

    /**
     * Creates a count of no times.
     *
     * @param pipeline the pipeline that reads the times
     */
    public PlausibleTimes(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Adds a time.
     *
     * @param time epoch milliseconds, at most 8.64e15 in absolute value
     */
    public void add(long time) {
        times++;
        if (isPlausible(time)) {
            return;
        }
        outside++;
        int own = UNITS.indexOf(unit());
        for (int i = 0; own >= 0 && i < fitting.length; i++) {
            fitting[i] += isPlausible(scaled(time, i - own)) ? 1 : 0;
        }
    }

    private static boolean isPlausible(long time) {
        return time >= FIRST && time < END;
    }

    /** A time of another unit, which is larger by some steps of a thousand. A time that becomes too large is beyond all plausible ones. */
    private static long scaled(long time, int steps) {
        long scaled = time;
        for (int i = 0; i < Math.abs(steps); i++) {
            scaled = steps < 0 ? scaled / STEP : Math.max(-END, Math.min(END, scaled)) * STEP;
        }
        return scaled;
    }

    /** The unit of times that are numbers. */
    private String unit() {
        String form = pipeline.source().times().form();
        return form.isEmpty() ? "milliseconds" : form;
    }

    /** Returns a warning if times lie before 1980 or after 2199. It names a unit in which all of them would not. */
    public Optional<String> warning() {
        if (outside == 0) {
            return Optional.empty();
        }
        String meant = UNITS.stream()
                .filter(unit -> fitting[UNITS.indexOf(unit)] == outside)
                .map(unit -> ": are they in " + unit + " (source.time-format)?")
                .findFirst()
                .orElse(": is source.time-format right?");
        return Optional.of((outside == times ? "all " : outside + " of ") + times + " times of field "
                + pipeline.source().time() + " lie before 1980 or after 2199" + meant);
    }
}
