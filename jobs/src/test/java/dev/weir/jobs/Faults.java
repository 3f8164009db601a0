package dev.weir.jobs;

import dev.weir.jobs.kafka.KafkaReleaseSink;
import dev.weir.jobs.output.CounterFile;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.publish.PublishedRow;
import dev.weir.operators.publish.ReleaseSink;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What goes wrong in a replay, for tests: the input stops at a quarter, a half and three quarters of the stream until the
 * fault of that stretch has happened, so that each falls in the middle, behind completed checkpoints.
 *
 * <ol>
 *   <li>The task manager is lost between two checkpoints.
 *   <li>The sink fails in the completion callback when it has written half a batch.
 *   <li>The task manager is lost in the callback, when the whole batch is visible and nobody knows.
 *   <li>The sink fails when it writes the last window, at the end of the stream.
 * </ol>
 */
final class Faults {

    /** The tasks run in this process, and reach the faults here; the default lets everything pass. */
    private static final AtomicReference<Faults> PRESENT = new AtomicReference<>(new Faults(Stretch.UNDISTURBED));

    private volatile Stretch stretch;
    private volatile boolean hasRows;
    private final CountDownLatch completions = new CountDownLatch(3);
    private final CountDownLatch batchIsVisible = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    private Faults(Stretch first) {
        this.stretch = first;
    }

    /** Parts of the stream, by how far the input may go in each. */
    private enum Stretch {
        TO_A_QUARTER(0.25),
        TO_A_HALF(0.5),
        TO_THREE_QUARTERS(0.75),
        TO_THE_END(2),
        UNDISTURBED(2);

        private final long end;

        Stretch(double end) {
            this.end = MadeUpStream.timeAt(end);
        }
    }

    /** A new run, in which all of them happen or none. */
    static Faults plan(boolean disturbed) {
        Faults faults = new Faults(disturbed ? Stretch.TO_A_QUARTER : Stretch.UNDISTURBED);
        PRESENT.set(faults);
        return faults;
    }

    static Faults present() {
        return Objects.requireNonNull(PRESENT.get());
    }

    /** Waits until the input may go as far as {@code time}. */
    void hold(long time) throws InterruptedException {
        while (time > stretch.end) {
            Thread.sleep(5);
        }
    }

    /** Waits for the moment of the first fault; the input goes on. */
    void awaitRows() throws Exception {
        await(completions);
        stretch = Stretch.TO_A_HALF;
    }

    /** Waits for the moment of the third fault; the input goes on. */
    void awaitVisibleBatch() throws Exception {
        await(batchIsVisible);
        stretch = Stretch.TO_THE_END;
    }

    boolean allHappened() {
        return stretch == Stretch.UNDISTURBED;
    }

    private static void await(CountDownLatch moment) throws Exception {
        if (!moment.await(2, TimeUnit.MINUTES)) {
            throw new TimeoutException("the job did not get as far as its next fault");
        }
    }

    private void publish(ReleaseSink topics, long number, Collection<PublishedRow> all)
            throws IOException, InterruptedException {
        List<PublishedRow> rows = List.copyOf(all);
        long newest = rows.get(rows.size() - 1).windowEnd();
        boolean breaks = (stretch == Stretch.TO_A_HALF && rows.size() > 1)
                || (stretch == Stretch.TO_THE_END && newest >= MadeUpStream.timeAt(1));
        if (breaks) {
            topics.publish(number, rows.subList(0, rows.size() / 2));
            stretch = stretch == Stretch.TO_A_HALF ? Stretch.TO_THREE_QUARTERS : Stretch.UNDISTURBED;
            throw new IOException("failed on purpose");
        }
        topics.publish(number, rows);
        hasRows = true;
        if (stretch == Stretch.TO_THREE_QUARTERS && newest > Stretch.TO_A_HALF.end) {
            batchIsVisible.countDown();
            never.await();
        }
    }

    /** A checkpoint has completed, some time after rows had become visible. */
    private void complete() {
        if (hasRows) {
            completions.countDown();
        }
    }

    /**
     * Opens sinks that fail as planned.
     *
     * @param topics where rows go
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
     * Notices that checkpoints have completed.
     *
     * @param file where the counters go
     */
    record Counters(CounterFile file) implements CounterSink {

        @Override
        public void write(RecordCounters totals) throws IOException {
            file.write(totals);
            present().complete();
        }
    }
}
