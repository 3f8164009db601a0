package dev.weir.jobs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends records continuously to three partitions, and computes the expected counts of a pipeline that accepts the first two
 * records of each unit. A unit's second record is sent a second after its first one. Its third one, which must not count,
 * follows {@value #THIRD_TICKS} ticks later, so a job that restarts in between must remember the unit. The time in a record
 * is {@value #AHEAD_MILLIS} ms in the future, so that no record is late on a slow machine.
 */
final class EditStream implements AutoCloseable {

    /** The keys of its records. */
    static final List<String> KEYS = List.of("de", "en", "fr", "it");

    /** The length of the windows of the expected counts. */
    static final long WINDOW_MILLIS = 1000;

    /** The number of partitions of the topic. */
    static final int PARTITIONS = 3;

    /** The beginning of every unit id. */
    static final String UNIT = "somebody-";

    private static final long TICK_MILLIS = 50;
    private static final int SECOND_TICKS = 20;
    private static final int THIRD_TICKS = 300;
    private static final long AHEAD_MILLIS = 60_000;

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final Thread thread;
    private final Map<String, Integer> truth = new HashMap<>();

    EditStream(String brokers, String topic) {
        this.topic = topic;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers), new ByteArraySerializer(), new ByteArraySerializer());
        this.thread = new Thread(this::produce, "edits");
        thread.start();
    }

    private void produce() {
        try {
            for (int tick = 0; true; tick++) {
                send(tick, tick, true);
                send(tick - SECOND_TICKS, tick, true);
                send(tick - THIRD_TICKS, tick, false);
                Thread.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a record. All records of a unit go to one partition, and so are read in the order in which they are sent. */
    private void send(int unit, int tick, boolean counts) {
        if (unit < 0) {
            return;
        }
        String key = KEYS.get((unit + tick) / 3 % KEYS.size());
        Instant time = Instant.now().plusMillis(AHEAD_MILLIS);
        byte[] record = (time + "," + UNIT + unit + "," + key).getBytes(StandardCharsets.UTF_8);
        if (counts) {
            add(key, Math.floorDiv(time.toEpochMilli(), WINDOW_MILLIS) * WINDOW_MILLIS + WINDOW_MILLIS);
        }
        Future<?> unused = producer.send(new ProducerRecord<>(topic, unit % PARTITIONS, null, record));
    }

    private synchronized void add(String key, long end) {
        truth.merge(key + "/" + end, 1, Integer::sum);
    }

    /**
     * Returns the expected count of a key in a window.
     *
     * @param end the end of the window, in epoch milliseconds
     */
    synchronized int truth(String key, long end) {
        return truth.getOrDefault(key + "/" + end, 0);
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
    }
}
