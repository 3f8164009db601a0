package dev.weir.jobs;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a public topic from its beginning and never restarts, so that it sees everything that an outsider could have seen. */
final class PublicTopicReader implements AutoCloseable {

    private static final long WAIT_NANOS = 240_000_000_000L;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread;
    private final Map<String, Set<String>> seen = new TreeMap<>();
    private int messages;

    PublicTopicReader(String address, String topic, String isolation) {
        Map<String, Object> config = new HashMap<>(Map.of("bootstrap.servers", address, "isolation.level", isolation));
        this.consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        TopicPartition partition = new TopicPartition(topic, 0);
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        this.thread = new Thread(this::read, isolation);
        thread.start();
    }

    private void read() {
        try {
            while (true) {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(Duration.ofMillis(100))) {
                    add(message);
                }
            }
        } catch (WakeupException | InterruptException e) {
            // the test has ended
        }
    }

    private synchronized void add(ConsumerRecord<byte[], byte[]> message) {
        messages++;
        seen.computeIfAbsent(text(message.key()), id -> new TreeSet<>()).add(text(message.value()));
    }

    /** Returns all lines that were ever visible, by release id. */
    synchronized Map<String, Set<String>> seen() {
        Map<String, Set<String>> copy = new TreeMap<>();
        seen.forEach((id, lines) -> copy.put(id, Set.copyOf(lines)));
        return copy;
    }

    /** The number of messages, copies included. */
    synchronized int messages() {
        return messages;
    }

    /** Waits for the release of a window that was open at the time of this call. */
    void awaitNewWindow() throws InterruptedException {
        long called = System.currentTimeMillis();
        for (long start = System.nanoTime(); lastEnd() <= called; Thread.sleep(50)) {
            if (System.nanoTime() - start > WAIT_NANOS) {
                throw new IllegalStateException("no window has been released");
            }
        }
    }

    /** Returns the end of the latest window of which a row has been read, in epoch milliseconds; 0 without rows. */
    long lastEnd() {
        return seen().keySet().stream().mapToLong(PublicTopicReader::end).max().orElse(0);
    }

    /** Returns the end of the window of a release id, in epoch milliseconds. */
    static long end(String release) {
        return Long.parseLong(release.substring(release.lastIndexOf('/') + 1));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        consumer.close();
    }
}
