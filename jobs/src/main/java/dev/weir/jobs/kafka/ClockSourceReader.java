package dev.weir.jobs.kafka;

import dev.weir.jobs.config.Source;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers twice a second, in a thread of its own, how far the input goes, and emits the watermarks of a
 * {@link WallClock}.
 *
 * <p>The gauges of the group {@code weir} are public: {@code heldPartitions} is a function of the ends of the log, {@code inputSilent}
 * is 1 while the brokers do not say where these are.
 *
 * @param <T> the elements of the stream that it is united with
 */
final class ClockSourceReader<T> implements SourceReader<T, NoSplit> {

    private static final Logger LOG = LoggerFactory.getLogger(ClockSourceReader.class);
    private static final long ASK_MILLIS = 500;

    private final Source.Topic topic;
    private final WallClock clock;
    private final ScheduledExecutorService thread;

    private @Nullable LogEnds ends;
    private volatile boolean answered = true;
    private boolean overdue;
    private long emitted = Long.MIN_VALUE;
    private volatile long watermark = Long.MIN_VALUE;
    private volatile int heldPartitions;
    private volatile CompletableFuture<Void> later = new CompletableFuture<>();

    ClockSourceReader(Source.Topic topic, WallClock.Terms terms, MetricGroup metrics) {
        this.topic = topic;
        this.clock = new WallClock(terms);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread created = new Thread(task, "weir-clock");
            created.setDaemon(true);
            return created;
        });
        MetricGroup weir = metrics.addGroup("weir");
        weir.gauge("heldPartitions", (Gauge<Integer>) () -> heldPartitions);
        weir.gauge("inputSilent", (Gauge<Integer>) () -> answered ? 0 : 1);
    }

    @Override
    public void start() {
        LogEnds asked = new LogEnds(topic);
        ends = asked;
        ScheduledFuture<?> unused =
                thread.scheduleWithFixedDelay(() -> follow(asked), 0, ASK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Runs in the thread. */
    private void follow(LogEnds asked) {
        long now = System.currentTimeMillis();
        watermark = clock.watermark(now, ask(asked));
        heldPartitions = clock.heldPartitions(now);
        warn(clock.overduePartitions(now));
        later.complete(null);
    }

    private Map<Integer, LogEnds.Ends> ask(LogEnds asked) {
        try {
            Map<Integer, LogEnds.Ends> answer = asked.ask();
            answered = true;
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the reader has been closed
        } catch (IOException | RuntimeException e) {
            warnOfSilence(e);
        }
        return Map.of();
    }

    /** Logs once that brokers do not answer, until they do again. */
    private void warnOfSilence(Exception e) {
        if (answered) {
            LOG.warn("Windows are held back until the brokers answer", e);
        }
        answered = false;
    }

    /** Logs once that records are overdue, when the first of them is. */
    private void warn(int partitions) {
        if (partitions > 0 && !overdue) {
            LOG.warn(
                    "{} partitions of topic {} cannot be read to their end for longer than clock.hold, because of a"
                            + " transaction that is open or brokers that do not answer: windows close without what they"
                            + " still hold",
                    partitions,
                    topic.topic());
        }
        overdue = partitions > 0;
    }

    /** The future is replaced before the watermark is read: a watermark that comes later completes the new one, so none is
     * missed. */
    @Override
    public InputStatus pollNext(ReaderOutput<T> output) {
        later = new CompletableFuture<>();
        long next = watermark;
        if (next > emitted) {
            emitted = next;
            output.emitWatermark(new Watermark(next));
        }
        return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return later;
    }

    @Override
    public List<NoSplit> snapshotState(long checkpointId) {
        return List.of();
    }

    @Override
    public void addSplits(List<NoSplit> splits) {}

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
        thread.shutdownNow();
        if (ends != null) {
            ends.close();
        }
    }
}
