package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

/** Tests that no record restarts {@code weir run}: later records are counted by the same attempt of the job. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class PoisonIT {

    private static final Map<String, Object> GZIP = Map.of("compression.type", "gzip");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private RunningPipeline job;

    @BeforeEach
    void createTopics(EmbeddedBroker broker, TestInfo test) throws Exception {
        String name = "poison-" + Integer.toHexString(test.getDisplayName().hashCode());
        job = RunningPipeline.of(broker, name, folder);
    }

    /** The first two records are longer than a letter may be: they become shorter letters. */
    @Test
    void no_strange_csv_record_restarts_the_job() throws Exception {
        byte[] large = new byte[1_048_500];
        Arrays.fill(large, (byte) 'x');
        job.send(large);
        job.send(GZIP, List.of(job.record(new byte[60_000_000])));
        String soon = Instant.now().plusSeconds(240).toString();
        List<String> texts = StrangeRecords.csv(soon);
        job.send(texts);
        List<ProducerRecord<byte[], byte[]>> others = strangeMessages();
        job.send(Map.of(), others);
        ProducerRecord<byte[], byte[]> largeKey = new ProducerRecord<>(topic(), 0, new byte[60_000_000], null);
        job.send(GZIP, List.of(largeKey));
        // a unit's id may be as long as its limit allows; it is sent over the network, and becomes state
        job.send(List.of(soon + "," + "u".repeat(900_000) + ",en"));
        job.send(List.of(RunningPipeline.good()));
        try (WeirProcess weir = job.start("--set=limits.unit-bytes=1000000")) {
            job.awaitAndStop(weir, 2 + texts.size() + others.size() + 1, 2);
        }
        assertShortened(job.letters(), large);
    }

    /** Checks the letter of a record that fills its topic, and that of 60 MB that gzip has squeezed. */
    private static void assertShortened(List<ConsumerRecord<byte[], byte[]>> letters, byte[] large) {
        ConsumerRecord<byte[], byte[]> full = letter(letters, "0");
        assertThat(header(full, "code")).isEqualTo("MALFORMED");
        assertThat(header(full, "original-length")).isEqualTo("1048500");
        assertThat(full.value().length).isBetween(1_040_000, 1_048_499);
        assertThat(full.value()).isEqualTo(Arrays.copyOf(large, full.value().length));
        ConsumerRecord<byte[], byte[]> squeezed = letter(letters, "1");
        assertThat(header(squeezed, "code")).isEqualTo("TOO_LARGE");
        assertThat(header(squeezed, "original-length")).isEqualTo("60000000");
        assertThat(squeezed.value().length).isBetween(1_040_000, 1_048_576);
    }

    /** Returns the only letter of the record at an offset. */
    private static ConsumerRecord<byte[], byte[]> letter(List<ConsumerRecord<byte[], byte[]>> letters, String offset) {
        List<ConsumerRecord<byte[], byte[]>> found = letters.stream()
                .filter(letter -> header(letter, "offset").equals(offset))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    /** Returns messages without a value, with a long key, with invalid UTF-8, with many headers and with long ones. */
    private List<ProducerRecord<byte[], byte[]>> strangeMessages() {
        List<ProducerRecord<byte[], byte[]>> messages = new ArrayList<>();
        messages.add(new ProducerRecord<>(topic(), 0, null, null));
        messages.add(new ProducerRecord<>(topic(), 0, new byte[1_000_000], null));
        messages.add(job.record(new byte[] {(byte) 0xff, (byte) 0xfe, 0}));
        messages.add(withHeaders(10_000, 10));
        messages.add(withHeaders(1, 1_000_000));
        return messages;
    }

    private ProducerRecord<byte[], byte[]> withHeaders(int number, int size) {
        ProducerRecord<byte[], byte[]> message = job.record(new byte[0]);
        for (int i = 0; i < number; i++) {
            message.headers().add("original-length", i % 2 == 0 ? new byte[size] : null);
        }
        return message;
    }

    private String topic() {
        return job.pipeline().topic();
    }

    @Test
    void no_strange_json_record_restarts_the_job() throws Exception {
        List<String> texts = StrangeRecords.json();
        job.send(texts);
        job.send(List.of(StrangeRecords.json("1e-999999999"), StrangeRecords.json("1")));
        try (WeirProcess weir = job.startWith(job.pipeline().summingJson(folder))) {
            job.awaitAndStop(weir, texts.size(), 2);
        }
    }

    private static String header(ConsumerRecord<?, ?> message, String name) {
        Header header = message.headers().lastHeader(name);
        return header == null ? "absent" : new String(header.value(), StandardCharsets.UTF_8);
    }
}
