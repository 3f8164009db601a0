package dev.weir.jobs;

import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.jobs.output.CounterFile;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Faults of a replay, for tests. The input stops at the ends of three stretches of the stream until the fault of the stretch
 * has occurred, so that each fault falls into the middle, after completed checkpoints.
 * <ol>
 * <li>The task manager is lost between two checkpoints.
 * <li>The sink fails in the completion callback when it has written half a batch.
 * <li>The task manager is lost in the callback, when the whole batch is visible and no acknowledgement has been sent.
 * <li>The sink fails when it writes the last window, at the end of the stream.
 * </ol>
 */
final class Faults {

    /** A window that ends at most this long before the input stops has rows that the stop waits for. */
    static final long NEAR_MILLIS = 7_200_000;

    /** The current faults, which the job's tasks reach here because they run in this process. By default there are none. */
    private static final AtomicReference<Faults> PRESENT = new AtomicReference<>(none());

    /** The time at which the input stops, by stretch. */
    private final Map<Stretch, Long> ends = new EnumMap<>(Stretch.class);

    private final boolean stopsAlone;

    /** The newest time that was read from each partition. */
    private final Map<Integer, Long> read = new ConcurrentHashMap<>();

    private volatile Stretch stretch;
    private volatile boolean hasRows;
    private volatile long newestVisible;
    private final CountDownLatch completions = new CountDownLatch(3);
    private final CountDownLatch batchIsVisible = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    private Faults(Stretch first, boolean stopsAlone, double... parts) {
        this.stretch = first;
        this.stopsAlone = stopsAlone;
        Stretch of = first;
        for (double part : parts) {
            ends.put(of, MadeUpStream.timeAt(part));
            of = of.next();
        }
    }

    /** The stretches of the stream. The input stops at the end of each of the first three. */
    private enum Stretch {
        FIRST,
        SECOND,
        THIRD,
        LAST,
        UNDISTURBED;

        Stretch next() {
            return switch (this) {
                case FIRST -> SECOND;
                case SECOND -> THIRD;
                case THIRD -> LAST;
                case LAST, UNDISTURBED -> UNDISTURBED;
            };
        }
    }

    /** Returns a plan without faults. */
    static Faults none() {
        return new Faults(Stretch.UNDISTURBED, false);
    }

    /**
     * Returns a plan with all faults, in stretches that end at three fractions of the stream, in ascending order and between
     * 0 and 1.
     */
    static Faults at(double... parts) {
        return new Faults(Stretch.FIRST, false, parts);
    }

    /** Returns a plan without faults in which the input stops at fractions of the stream until {@link #goOn} is called. */
    static Faults stops(double... parts) {
        return new Faults(Stretch.FIRST, true, parts);
    }

    /** Makes these the current faults. */
    Faults begin() {
        PRESENT.set(this);
        return this;
    }

    static Faults present() {
        return Objects.requireNonNull(PRESENT.get());
    }

    /**
     * Waits until the input may proceed to {@code time}. In a plan without faults, a partition may proceed while another one
     * is behind, because both may have the same consumer.
     */
    void hold(int partition, long time) throws InterruptedException {
        read.merge(partition, time, Math::max);
        while (time > end(stretch) && !(stopsAlone && isAnyBehind())) {
            Thread.sleep(5);
        }
    }

    private boolean isAnyBehind() {
        return read.size() < MadeUpReplay.PARALLELISM || Collections.min(read.values()) <= end(stretch);
    }

    private long end(Stretch part) {
        return ends.getOrDefault(part, Long.MAX_VALUE);
    }

    /** Whether rows are visible up to shortly before the stop of the input. */
    boolean isNearStop() {
        return newestVisible >= end(stretch) - NEAR_MILLIS;
    }

    /** Lets the input proceed to the end of the next stretch. */
    void goOn() {
        stretch = stretch.next();
    }

    /** Waits for the moment of the first fault, and lets the input proceed. */
    void awaitRows() throws Exception {
        await(completions);
        stretch = Stretch.SECOND;
    }

    /** Waits for the moment of the third fault, and lets the input proceed. */
    void awaitVisibleBatch() throws Exception {
        await(batchIsVisible);
        stretch = Stretch.LAST;
    }

    boolean allHappened() {
        return stretch == Stretch.UNDISTURBED;
    }

    private static void await(CountDownLatch moment) throws Exception {
        if (!moment.await(5, TimeUnit.MINUTES)) {
            throw new TimeoutException("the job did not get as far as its next fault");
        }
    }

    private void publish(ReleaseSink topics, long number, Collection<PublishedRow> all)
            throws IOException, InterruptedException {
        List<PublishedRow> rows = List.copyOf(all);
        long newest = rows.get(rows.size() - 1).windowEnd();
        boolean breaks = !stopsAlone && isBroken(rows.size(), newest);
        if (breaks) {
            topics.publish(number, rows.subList(0, rows.size() / 2));
            stretch = stretch == Stretch.SECOND ? Stretch.THIRD : Stretch.UNDISTURBED;
            throw new IOException("failed on purpose");
        }
        topics.publish(number, rows);
        hasRows = true;
        newestVisible = Math.max(newestVisible, newest);
        if (!stopsAlone && stretch == Stretch.THIRD && newest > end(Stretch.SECOND)) {
            batchIsVisible.countDown();
            never.await();
        }
    }

    private boolean isBroken(int rows, long newest) {
        return (stretch == Stretch.SECOND && rows > 1) || (stretch == Stretch.LAST && newest >= MadeUpStream.timeAt(1));
    }

    /** Notes that a checkpoint has completed after rows had become visible. */
    private void complete() {
        if (hasRows) {
            completions.countDown();
        }
    }

    /**
     * Opens sinks with planned failures.
     *
     * @param topics the topics of rows
     */
    record Sinks(KafkaReleaseSink.Factory topics) implements ReleaseSink.Factory {

        @Override
        public ReleaseSink open() throws IOException {
            return new Failing(topics.open());
        }
    }

    private record Failing(ReleaseSink topics) implements ReleaseSink {

        @Override
        public void publish(long number, Collection<PublishedRow> rows) throws IOException, InterruptedException {
            present().publish(topics, number, rows);
        }

        @Override
        public void close() throws IOException {
            topics.close();
        }
    }

    /**
     * A sink of counters that notes completed checkpoints.
     *
     * @param file the file of counters
     */
    record Counters(CounterFile file) implements CounterSink {

        @Override
        public void write(RecordCounters totals) throws IOException {
            file.write(totals);
            present().complete();
        }
    }
}
