package dev.weir.jobs.kafka.source;

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
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers twice a second, in its own thread, for the ends of the input topic, and emits the watermarks of a
 * {@link WallClock}.
 *
 * <p>The gauges of the group {@code weir} are public: {@code heldPartitions} is a function of the ends of the log.
 * {@code inputSilent} is 1 while the brokers do not tell these ends, 2 if they answer that they do not know the topic, and
 * else 0.
 *
 * @param <T> the elements of the stream with which this source is united
 */
final class ClockSourceReader<T> implements SourceReader<T, NoSplit> {

    private static final Logger LOG = LoggerFactory.getLogger(ClockSourceReader.class);
    private static final long ASK_MILLIS = 500;
    private static final int ANSWERED = 0;
    private static final int NO_ANSWER = 1;
    private static final int UNKNOWN_TOPIC = 2;

    private final Source.Topic topic;
    private final WallClock clock;
    private final ScheduledExecutorService thread;
    private final OutputWatch outputs;

    private @Nullable LogEnds ends;
    private volatile int silent;
    private boolean overdue;
    private long emitted = Long.MIN_VALUE;
    private volatile long watermark = Long.MIN_VALUE;
    private volatile int heldPartitions;
    private volatile CompletableFuture<Void> later = new CompletableFuture<>();

    /**
     * Creates a reader that has not started.
     *
     * @param topic the input topic
     * @param terms how far behind the wall clock windows close
     * @param weir the group of the public metrics
     * @param outputs the watch of the topics that the job writes; it is started and closed with the reader
     */
    ClockSourceReader(Source.Topic topic, WallClock.Terms terms, MetricGroup weir, OutputWatch outputs) {
        this.topic = topic;
        this.clock = new WallClock(terms);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread created = new Thread(task, "weir-clock");
            created.setDaemon(true);
            return created;
        });
        this.outputs = outputs;
        weir.gauge("heldPartitions", (Gauge<Integer>) () -> heldPartitions);
        weir.gauge("inputSilent", (Gauge<Integer>) () -> silent);
    }

    @Override
    public void start() {
        LogEnds asked = new LogEnds(topic);
        ends = asked;
        ScheduledFuture<?> unused =
                thread.scheduleWithFixedDelay(() -> follow(asked), 0, ASK_MILLIS, TimeUnit.MILLISECONDS);
        outputs.start();
    }

    /** Asks for the ends and computes the next watermark. Runs in the reader's own thread. */
    private void follow(LogEnds asked) {
        long now = System.currentTimeMillis();
        watermark = clock.watermark(now, ask(asked));
        heldPartitions = clock.heldPartitions(now);
        warn(clock.overduePartitions(now));
        later.complete(null);
    }

    private Map<Integer, LogEnds.Ends> ask(LogEnds asked) {
        try {
            Map<Integer, LogEnds.Ends> answer = asked.ask(topic.topic());
            silent = ANSWERED;
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the reader has been closed
        } catch (IOException | RuntimeException e) {
            warnOfSilence(e);
        }
        return Map.of();
    }

    /** Notes that the brokers do not answer, and logs it once until they answer again. */
    private void warnOfSilence(Exception e) {
        if (silent == ANSWERED) {
            LOG.warn("Windows are held back until the brokers answer", e);
        }
        silent = ExceptionUtils.findThrowable(e, UnknownTopicOrPartitionException.class)
                        .isPresent()
                ? UNKNOWN_TOPIC
                : NO_ANSWER;
    }

    /** Logs once when a first partition has been unreadable for longer than {@code clock.hold}. */
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

    /**
     * Emits the latest watermark. The future is replaced before the watermark is read. A watermark that is set after the read
     * completes the new future, so none is missed.
     */
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
        outputs.close();
        if (ends != null) {
            ends.close();
        }
    }
}
