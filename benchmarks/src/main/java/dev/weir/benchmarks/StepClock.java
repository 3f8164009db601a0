package dev.weir.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * When the steps after the first are released, so that neither a job's start nor its last checkpoint is part of them. One job
 * at a time, all of whose subtasks are in this process.
 */
final class StepClock {

    /** Asking for the processors' time costs a system call, so it is asked for at one row of so many. */
    private static final int ROWS_BETWEEN_LOOKS = 1 << 10;

    /** The end of the first step, once a row of it has been released. */
    private static @Nullable Long firstEnd;

    private static Moment start = Moment.now();

    /** When the first row of the second step was released, once it has been. */
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

    /** Before a job starts. */
    static synchronized void reset() {
        firstEnd = null;
        start = Moment.now();
        second = null;
        last = start;
        rows = 0;
    }

    /** A row of the step that ends then has been released. */
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

    /** The start, where there has been no second step. */
    private static Moment second() {
        Moment known = second;
        return known == null ? start : known;
    }

    /** Seconds from the first row of the second step to the last row of the last, but for {@value ROWS_BETWEEN_LOOKS} rows. */
    static synchronized double seconds() {
        return last.secondsSince(second());
    }

    /** Seconds of all processors in this process in that time. */
    static synchronized double cpuSeconds() {
        return last.cpuSecondsSince(second());
    }

    /** What the time of a job that has just ended was spent on. */
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
