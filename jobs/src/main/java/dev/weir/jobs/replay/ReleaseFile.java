package dev.weir.jobs.replay;

import dev.weir.accountant.canonical.ReleaseIdParts;
import dev.weir.jobs.embedded.EmbeddedBroker;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Writes a topic of rows to a file with one line per release, in the public order. */
public final class ReleaseFile {

    private final EmbeddedBroker broker;

    /**
     * Creates a converter that reads from a broker after the job has ended.
     *
     * @param broker the broker that has the topic
     */
    public ReleaseFile(EmbeddedBroker broker) {
        this.broker = broker;
    }

    /**
     * Writes the line of every release in the topic once, ordered by window end, query and key.
     *
     * @param topic the topic
     * @param file the file, which is replaced
     * @param marked what is written of each line
     * @return the number of lines
     * @throws IllegalStateException if a release has two values, which violates the guarantee that noise is drawn once
     */
    public long write(String topic, Path file, UnaryOperator<byte[]> marked) throws IOException {
        Map<String, byte[]> lines = new HashMap<>();
        broker.read(topic, message -> add(message, lines));
        try (OutputStream out = Files.newOutputStream(file)) {
            for (ReleasePlace release : inPublicOrder(lines.keySet())) {
                out.write(marked.apply(lines.getOrDefault(release.id, new byte[0])));
                out.write('\n');
            }
        }
        return lines.size();
    }

    private static List<ReleasePlace> inPublicOrder(Set<String> ids) {
        return ids.stream()
                .map(ReleasePlace::parse)
                .sorted(ReleasePlace.PUBLIC_ORDER)
                .toList();
    }

    private static void add(ConsumerRecord<byte[], byte[]> message, Map<String, byte[]> lines) {
        String releaseId = new String(message.key(), StandardCharsets.UTF_8);
        byte[] known = lines.putIfAbsent(releaseId, message.value());
        if (known != null && !Arrays.equals(known, message.value())) {
            throw new IllegalStateException("release " + releaseId + " has two values: please report this");
        }
    }

    /**
     * The parts of a release id that determine the order. The id is domain/query/version/key/window end, with the key
     * percent-encoded; where a query releases several windows their name stands before the end, and orders the rows of one key.
     *
     * @param id the release id
     * @param windowEnd the end of the window, epoch milliseconds
     * @param query the name of the query
     * @param key the decoded key
     */
    private record ReleasePlace(String id, long windowEnd, String query, String key) {

        static final Comparator<ReleasePlace> PUBLIC_ORDER = Comparator.comparingLong(ReleasePlace::windowEnd)
                .thenComparing(ReleasePlace::query)
                .thenComparing(place -> place.key().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned)
                .thenComparing(ReleasePlace::id);

        static ReleasePlace parse(String id) {
            ReleaseIdParts parts = ReleaseIdParts.of(id).orElseThrow();
            String key = URLDecoder.decode(parts.key(), StandardCharsets.UTF_8);
            return new ReleasePlace(id, Long.parseLong(parts.windowEnd()), parts.query(), key);
        }
    }
}
