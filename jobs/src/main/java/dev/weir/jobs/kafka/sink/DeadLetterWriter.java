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
 * Sends dead letters and waits for their acknowledgements before each checkpoint, so that each is written at least once
 * while the topic answers. It never fails the job: a dead letter that is too long for the topic is sent without its bytes,
 * and one that cannot be delivered is counted.
 *
 * <p>{@link DeadLetterTimeouts} bounds every wait. When a dead letter has been given up, a backoff begins in which all others are counted
 * as undelivered at once. When a checkpoint has waited in vain, a backoff begins in which checkpoints do not wait, unless all
 * messages have been reported on before. An acknowledgement does not end the first backoff, because one partition of the
 * topic may answer while another one does not.
 */
final class DeadLetterWriter implements SinkWriter<DeadLetter> {

    private final Supplier<Producer<byte[], byte[]>> producers;
    private final DeadLetterMessages messages;
    private final DeadLetterTimeouts timeouts;
    private final Backoff sendBackoff;
    private final Backoff flushBackoff;
    private final InFlightMessages inFlight = new InFlightMessages();
    private final LongAdder undelivered = new LongAdder();

    /** Headers of dead letters that were too long. The producer's thread puts them here; it must not wait for room to send. */
    private final Queue<ProducerRecord<byte[], byte[]>> tooLong = new ConcurrentLinkedQueue<>();

    private @Nullable Producer<byte[], byte[]> producer;

    /** @param producers opens a producer at the first letter, and again if that failed */
    DeadLetterWriter(
            Supplier<Producer<byte[], byte[]>> producers, DeadLetterMessages messages, DeadLetterTimeouts timeouts) {
        this.producers = producers;
        this.messages = messages;
        this.timeouts = timeouts;
        this.sendBackoff = new Backoff(timeouts.backoff());
        this.flushBackoff = new Backoff(timeouts.backoff());
    }

    /** Registers how many dead letters this attempt has not delivered, as a private metric: it is a figure about records. */
    void show(MetricGroup operator) {
        operator.addGroup("private").gauge("deadLettersUndelivered", (Gauge<Long>) this::undelivered);
    }

    /** How many dead letters have been given up, or have not been sent during a backoff. */
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

    /** Gives a message to the producer. One that the producer does not take is reported as one that was not delivered. */
    private void handOver(ProducerRecord<byte[], byte[]> message) throws InterruptedException {
        try {
            Future<?> unused = producer().send(message, (place, failure) -> report(message, failure));
        } catch (InterruptException e) {
            throw Interruption.during("sending dead letters");
        } catch (RuntimeException e) { // whatever it is, a dead letter must not restart the job
            report(message, e);
        }
    }

    private Producer<byte[], byte[]> producer() {
        if (producer == null) {
            producer = producers.get();
        }
        return producer;
    }

    /** Runs in the producer's thread; in the task's where the producer does not take the message. */
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

    /** Waits until every message has been reported on, and the headers of those that were too long; false at the deadline. */
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
            // the task is ending, and what matters has been flushed
        }
    }
}
