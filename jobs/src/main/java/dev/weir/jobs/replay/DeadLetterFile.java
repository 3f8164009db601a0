package dev.weir.jobs.replay;

import dev.weir.jobs.embedded.EmbeddedBroker;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Writes a topic of dead letters to a private file: one JSON object per line, and one line per rejected record. */
public final class DeadLetterFile {

    private final EmbeddedBroker broker;

    /**
     * Creates a converter that reads from a broker after the job has ended.
     *
     * @param broker the broker that has the topic
     */
    public DeadLetterFile(EmbeddedBroker broker) {
        this.broker = broker;
    }

    /**
     * Writes the dead letters of a topic.
     *
     * @param topic the topic
     * @param file the file, which is replaced
     * @return the number of dead letters
     */
    public long write(String topic, Path file) throws IOException {
        Map<String, BitSet> written = new HashMap<>();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            broker.read(topic, letter -> writeOnce(letter, written, out));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return written.values().stream().mapToLong(BitSet::cardinality).sum();
    }

    private static void writeOnce(
            ConsumerRecord<byte[], byte[]> letter, Map<String, BitSet> written, OutputStream out) {
        if (isFirst(letter, written)) {
            write(letter, out);
        }
    }

    /** Notes the position of a rejected record; returns false if this position has been noted before. */
    private static boolean isFirst(ConsumerRecord<byte[], byte[]> letter, Map<String, BitSet> written) {
        BitSet offsets = written.computeIfAbsent(header(letter, "partition"), number -> new BitSet());
        int offset = Integer.parseInt(header(letter, "offset"));
        boolean isFirst = !offsets.get(offset);
        offsets.set(offset);
        return isFirst;
    }

    /** Writes one line. Codes, numbers and Base64 need no escaping in JSON. */
    private static void write(ConsumerRecord<byte[], byte[]> letter, OutputStream out) {
        String payload = Base64.getEncoder().encodeToString(letter.value());
        String line = "{\"code\":\"" + header(letter, "code") + "\",\"partition\":" + header(letter, "partition")
                + ",\"offset\":" + header(letter, "offset") + originalLength(letter) + ",\"payload\":\"" + payload
                + "\"}\n";
        try {
            out.write(line.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a field with the record's length for a dead letter that lacks some bytes of its record; empty for any other. */
    private static String originalLength(ConsumerRecord<byte[], byte[]> letter) {
        String name = "original-length";
        return letter.headers().lastHeader(name) == null ? "" : ",\"" + name + "\":" + header(letter, name);
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.US_ASCII);
    }
}
