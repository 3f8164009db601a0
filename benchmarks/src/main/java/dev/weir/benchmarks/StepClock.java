package dev.weir.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * When the steps after the first are released, so that a job's start is no part of them. One job at a time, all of whose
 * subtasks are in this process.
 */
final class StepClock {

    private static final long NOT_YET = Long.MIN_VALUE;
    private static final AtomicLong FIRST_END = new AtomicLong(NOT_YET);
    private static final AtomicLong SECOND = new AtomicLong(NOT_YET);
    private static final AtomicLong SECOND_CPU = new AtomicLong(NOT_YET);
    private static volatile long last;

    private StepClock() {}

    /** Before a job starts. */
    static void reset() {
        FIRST_END.set(NOT_YET);
        SECOND.set(NOT_YET);
        SECOND_CPU.set(NOT_YET);
    }

    /** A row of the step that ends then has been released. */
    static void note(long end) {
        last = System.nanoTime();
        if (end != FIRST_END.get() && !FIRST_END.compareAndSet(NOT_YET, end) && SECOND.compareAndSet(NOT_YET, last)) {
            SECOND_CPU.set(cpuNanos());
        }
    }

    /** Seconds from the first row of the second step to the last row of the last. */
    static double seconds() {
        return (last - SECOND.get()) / 1e9;
    }

    /** Seconds of all processors in this process from the first row of the second step until now. */
    static double cpuSeconds() {
        return (cpuNanos() - SECOND_CPU.get()) / 1e9;
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
