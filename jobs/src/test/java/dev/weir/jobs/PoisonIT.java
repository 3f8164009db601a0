package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.demo.BrokerExtension;
import dev.weir.jobs.demo.EmbeddedBroker;
import dev.weir.jobs.kafka.Messages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** No record restarts {@code weir run}: what comes behind it is counted, by the same attempt of the job. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class PoisonIT {

    /** What a topic takes unless its broker or its settings say otherwise. */
    private static final Map<String, String> DEFAULT_LIMIT =
            Map.of("max.message.bytes", "1048588", "message.timestamp.type", "LogAppendTime");

    private static final String PIPELINE = """
            pipeline: %1$s
            domain: {name: wiki}
            source:
              kafka: {brokers: "%2$s", topic: %1$s, start: earliest}
              format: csv
              columns: [time, unit, key]
              time: time
              unit: unit
            clock: {by: append-time, delay: 1s, max-skew: 5m, idle: 3s}
            privacy: {unit: user, budget: {epsilon: 1}}
            queries:
              - name: edits
                key: {field: key, declared: [en, de]}
                window: {tumbling: 2s}
                release: [{count: edits}]
                spend: {contributions: 2}
            sink: {kafka: {topic: %1$s-released}}
            checkpoint: {every: 300ms, dir: "%3$s"}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private String name;

    @BeforeEach
    void nameTopics(TestInfo test) {
        name = "poison-" + Integer.toHexString(test.getDisplayName().hashCode());
    }

    @Test
    @Timeout(120)
    void a_rejected_record_that_fills_its_topic_becomes_a_shorter_letter(EmbeddedBroker broker) throws Exception {
        createTopics(broker);
        byte[] large = new byte[1_048_500];
        Arrays.fill(large, (byte) 'x');
        send(broker, Map.of(), record(large));
        runPast(broker, 1);
        assertThat(letters(broker)).singleElement().satisfies(letter -> {
            assertThat(header(letter, "code")).isEqualTo("MALFORMED");
            assertThat(header(letter, "original-length")).isEqualTo("1048500");
            assertThat(letter.value().length).isBetween(1_040_000, 1_048_499);
            assertThat(letter.value()).isEqualTo(Arrays.copyOf(large, letter.value().length));
        });
    }

    @Test
    @Timeout(120)
    void a_record_of_60_MB_that_gzip_squeezed_becomes_a_shorter_letter(EmbeddedBroker broker) throws Exception {
        createTopics(broker);
        send(broker, Map.of("compression.type", "gzip"), record(new byte[60_000_000]));
        runPast(broker, 1);
        assertThat(letters(broker)).singleElement().satisfies(letter -> {
            assertThat(header(letter, "code")).isEqualTo("TOO_LARGE");
            assertThat(header(letter, "original-length")).isEqualTo("60000000");
            assertThat(letter.value().length).isBetween(1_040_000, 1_048_576);
        });
    }

    private void createTopics(EmbeddedBroker broker) throws Exception {
        broker.createTopic(name, 1, DEFAULT_LIMIT);
        broker.createTopic(name + "-dead-letter", 1, DEFAULT_LIMIT);
    }

    private ProducerRecord<byte[], byte[]> record(byte[] value) {
        return new ProducerRecord<>(name, 0, null, value);
    }

    private static void send(EmbeddedBroker broker, Map<String, Object> config, ProducerRecord<byte[], byte[]> record)
            throws Exception {
        Messages.send(broker.address(), config, List.of(record));
    }

    /** Runs the job until it has rejected that many records and counted one that was sent after them. */
    private void runPast(EmbeddedBroker broker, int rejected) throws Exception {
        String good = Instant.now().plusSeconds(60) + ",somebody,en";
        send(broker, Map.of(), record(good.getBytes(StandardCharsets.UTF_8)));
        try (WeirProcess weir = start(broker)) {
            awaitCounters(weir, "\"read\":" + (rejected + 1) + ",", "\"counted\":1}");
            await(weir, () -> letters(broker).size() == rejected);
            assertThat(weir.stop("TERM")).isEqualTo(143);
        }
    }

    private WeirProcess start(EmbeddedBroker broker) throws Exception {
        Path file = Files.writeString(
                folder.resolve("pipeline.yaml"),
                PIPELINE.formatted(
                        name, broker.address(), folder.resolve("checkpoints").toUri()));
        return WeirProcess.start(
                folder, name, "run", file.toString(), "--out", folder.resolve("out").toString());
    }

    private void awaitCounters(WeirProcess weir, String... parts) throws Exception {
        Path counters = folder.resolve("out/private/counters.json");
        await(weir, () -> Files.exists(counters)
                && Arrays.stream(parts).allMatch(readString(counters)::contains));
    }

    private static String readString(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails as soon as the job has been restarted once. */
    private void await(WeirProcess weir, Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            assertThat(weir.isRunning())
                    .as("still running; it said: " + weir.said())
                    .isTrue();
            assertThat(restarts(weir)).as("restarts").isEmpty();
            Thread.sleep(100);
        }
        assertThat(restarts(weir)).as("restarts").isEmpty();
    }

    private static List<String> restarts(WeirProcess weir) throws IOException {
        return weir.log()
                .lines()
                .filter(line -> line.contains("switched from state RUNNING to RESTARTING"))
                .toList();
    }

    private List<ConsumerRecord<byte[], byte[]>> letters(EmbeddedBroker broker) {
        List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();
        broker.read(name + "-dead-letter", letters::add);
        return letters;
    }

    private static String header(ConsumerRecord<?, ?> message, String name) {
        Header header = message.headers().lastHeader(name);
        return header == null ? "absent" : new String(header.value(), StandardCharsets.UTF_8);
    }
}
