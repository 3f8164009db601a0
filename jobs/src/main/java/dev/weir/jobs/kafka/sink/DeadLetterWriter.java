package dev.weir.jobs.kafka.sink;

import dev.weir.jobs.kafka.client.Interruption;
import dev.weir.operators.admit.DeadLetter;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Sends dead letters, and waits for their acknowledgements before each checkpoint. Each dead letter is thus written at least
 * once while the topic answers. The writer never fails the job: a dead letter that is too long for the topic is sent without
 * its bytes, and a dead letter that cannot be delivered is counted.
 *
 * <p>{@link DeadLetterTimeouts} bounds every wait. After a dead letter has been given up, a first backoff begins: until its end
 * all further dead letters are counted as undelivered at once. An acknowledgement does not end this backoff, because one
 * partition of the topic may answer while another one does not. After a checkpoint has waited in vain, a second backoff begins,
 * in which checkpoints do not wait. It ends early once the producer has reported on all messages.
 */
final class DeadLetterWriter implements SinkWriter<DeadLetter> {

    private final Supplier<Producer<byte[], byte[]>> producers;
    private final DeadLetterMessages messages;
    private final DeadLetterTimeouts timeouts;
    private final Backoff sendBackoff;
    private final Backoff flushBackoff;
    private final InFlightMessages inFlight = new InFlightMessages();
    private final LongAdder undelivered = new LongAdder();

    /**
     * Headers of dead letters that were too long. The producer's thread adds them here instead of sending them, because it
     * must not wait for room in the buffer.
     */
    private final Queue<ProducerRecord<byte[], byte[]>> tooLong = new ConcurrentLinkedQueue<>();

    private @Nullable Producer<byte[], byte[]> producer;

    /**
     * @param producers opens a producer at the first dead letter, and again after a failure to open one
     */
    DeadLetterWriter(
            Supplier<Producer<byte[], byte[]>> producers, DeadLetterMessages messages, DeadLetterTimeouts timeouts) {
        this.producers = producers;
        this.messages = messages;
        this.timeouts = timeouts;
        this.sendBackoff = new Backoff(timeouts.backoff());
        this.flushBackoff = new Backoff(timeouts.backoff());
    }

    /**
     * Registers the number of undelivered dead letters of this attempt as a private metric. It is private because it depends
     * on records.
     */
    void show(MetricGroup operator) {
        operator.addGroup("private").gauge("deadLettersUndelivered", (Gauge<Long>) this::undelivered);
    }

    /** The number of dead letters that have been given up, or were not sent because of a backoff. */
    long undelivered() {
        return undelivered.sum();
    }

    @Override
    public void write(DeadLetter letter, Context context) throws InterruptedException {
        sendHeaders();
        send(messages.messageOf(letter));
    }

    private void sendHeaders() throws InterruptedException {
        for (ProducerRecord<byte[], byte[]> next = tooLong.poll(); next != null; next = tooLong.poll()) {
            send(next);
        }
    }

    private void send(ProducerRecord<byte[], byte[]> message) throws InterruptedException {
        if (sendBackoff.isOn()) {
            undelivered.increment();
        } else {
            inFlight.add();
            handOver(message);
        }
    }

    /** Gives a message to the producer. If the producer refuses it, it is reported as undelivered. */
    private void handOver(ProducerRecord<byte[], byte[]> message) throws InterruptedException {
        try {
            Future<?> unused = producer().send(message, (place, failure) -> report(message, failure));
        } catch (InterruptException e) {
            throw Interruption.during("sending dead letters");
        } catch (RuntimeException e) { // whatever the reason is, a dead letter must not restart the job
            report(message, e);
        }
    }

    private Producer<byte[], byte[]> producer() {
        if (producer == null) {
            producer = producers.get();
        }
        return producer;
    }

    /** Runs in the producer's thread, or in the task's thread if the producer refuses the message. */
    private void report(ProducerRecord<byte[], byte[]> message, @Nullable Exception failure) {
        if (failure instanceof RecordTooLargeException && message.value().length > 0) {
            tooLong.add(messages.headersOf(message));
        } else if (failure != null) {
            undelivered.increment();
            sendBackoff.begin();
        }
        inFlight.remove();
    }

    @Override
    public void flush(boolean endOfInput) throws InterruptedException {
        boolean waits = !flushBackoff.isOn();
        Duration wait = waits ? timeouts.flush() : Duration.ZERO;
        long deadline = System.nanoTime() + (endOfInput ? timeouts.delivery().plus(wait) : wait).toNanos();
        if (isAllReported(deadline)) {
            flushBackoff.end();
        } else if (waits) {
            flushBackoff.begin();
        }
    }

    /**
     * Waits until the producer has reported on every message, including the headers sent for messages that were too long.
     * Returns false at the deadline.
     */
    private boolean isAllReported(long deadline) throws InterruptedException {
        do {
            sendHeaders();
            if (!inFlight.awaitNone(deadline)) {
                return false;
            }
        } while (!tooLong.isEmpty());
        return true;
    }

    @Override
    public void close() {
        try {
            if (producer != null) {
                producer.close(Duration.ZERO);
            }
        } catch (KafkaException e) {
            // the task is ending, and the last checkpoint has waited for dead letters as long as the time-outs allow
        }
    }
}
