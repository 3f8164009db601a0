package dev.weir.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time in which the steps after the first are released, so that neither the job's start nor its last checkpoint
 * counts. For one job at a time, with all subtasks in this process.
 */
final class StepClock {

    /** The number of rows between two readings of the processor time, because each reading costs a system call. */
    private static final int ROWS_BETWEEN_LOOKS = 1 << 10;

    /** The end of the first step; null until a row of this step has been released. */
    private static @Nullable Long firstEnd;

    private static Moment start = Moment.now();

    /** The release of the first row of the second step; null before. */
    private static @Nullable Moment second;

    private static Moment last = start;
    private static long rows;

    private StepClock() {}

    private record Moment(long nanos, long cpuNanos) {

        static Moment now() {
            return new Moment(
                    System.nanoTime(),
                    ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                            .getProcessCpuTime());
        }

        double secondsSince(Moment other) {
            return (nanos - other.nanos) / 1e9;
        }

        double cpuSecondsSince(Moment other) {
            return (cpuNanos - other.cpuNanos) / 1e9;
        }
    }

    /** Resets the clock before a job starts. */
    static synchronized void reset() {
        firstEnd = null;
        start = Moment.now();
        second = null;
        last = start;
        rows = 0;
    }

    /** Notes that a row of the step with this end has been released. */
    static synchronized void note(long end) {
        if (firstEnd == null) {
            firstEnd = end;
        } else if (second == null && end != firstEnd) {
            second = Moment.now();
        }
        if (++rows % ROWS_BETWEEN_LOOKS == 0) {
            last = Moment.now();
        }
    }

    /** Returns the release of the first row of the second step; the start if there has been no second step. */
    private static Moment second() {
        Moment known = second;
        return known == null ? start : known;
    }

    /**
     * Seconds from the first row of the second step to the last row of the last step, up to {@value #ROWS_BETWEEN_LOOKS} rows
     * of error.
     */
    static synchronized double seconds() {
        return last.secondsSince(second());
    }

    /** Processor seconds of this process in the same time. */
    static synchronized double cpuSeconds() {
        return last.cpuSecondsSince(second());
    }

    /** Describes the phases of a job that has just ended, with their times. */
    static synchronized String phases() {
        return String.format(
                Locale.ROOT,
                "%.2f s until the second step, %.2f s of steps (cpu %.2f s), %.2f s until the job's end",
                second().secondsSince(start),
                seconds(),
                cpuSeconds(),
                Moment.now().secondsSince(last));
    }
}
