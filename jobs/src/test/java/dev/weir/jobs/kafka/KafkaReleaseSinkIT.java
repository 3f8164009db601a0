package dev.weir.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.operators.publish.PublishedRow;
import dev.weir.operators.publish.ReleaseSink;
import dev.weir.operators.release.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class KafkaReleaseSinkIT {

    private static final List<PublishedRow> ROWS =
            List.of(row(Outcome.Kind.RELEASED, "a"), row(Outcome.Kind.WITHHELD, "b"), row(Outcome.Kind.RELEASED, "d"));

    @Test
    void rows_go_to_the_topic_of_their_kind_in_their_order_under_their_context(EmbeddedBroker broker) throws Exception {
        publish(broker, new KafkaReleaseSink.Topics("out-released", "out-withheld"));
        assertThat(messages(broker, "out-released")).containsExactly("a=line a", "d=line d");
        assertThat(messages(broker, "out-withheld")).containsExactly("b=line b");
    }

    /** The client sends what is too long for the topic again in parts, and its flush waits for the parts too. */
    @Test
    void a_batch_is_all_there_in_its_order_although_the_topic_takes_less_than_a_request(EmbeddedBroker broker)
            throws Exception {
        broker.createTopic("narrow", 1, Map.of("max.message.bytes", "20000"));
        List<PublishedRow> rows = IntStream.range(0, 20_000)
                .mapToObj(i -> row(Outcome.Kind.RELEASED, Integer.toString(i)))
                .toList();
        List<String> expected = rows.stream()
                .map(row -> row.releaseId() + "=line " + row.releaseId())
                .toList();
        try (ReleaseSink sink = new KafkaReleaseSink.Factory(
                        broker.address(), Map.of(), new KafkaReleaseSink.Topics("narrow", "narrow"))
                .open()) {
            sink.publish(1, rows);
            assertThat(messages(broker, "narrow").equals(expected))
                    .as("every row, once, in order")
                    .isTrue();
        }
    }

    private static void publish(EmbeddedBroker broker, KafkaReleaseSink.Topics topics) throws Exception {
        broker.createTopic(topics.released(), 1, Map.of());
        broker.createTopic(topics.withheld(), 1, Map.of());
        try (ReleaseSink sink = new KafkaReleaseSink.Factory(broker.address(), Map.of(), topics).open()) {
            sink.publish(1, ROWS);
        }
    }

    private static List<String> messages(EmbeddedBroker broker, String topic) {
        List<String> read = new ArrayList<>();
        broker.read(topic, message -> read.add(text(message.key()) + "=" + text(message.value())));
        return read;
    }

    private static PublishedRow row(Outcome.Kind kind, String releaseId) {
        return new PublishedRow(
                kind, -1, 0, "hourly", "en", releaseId, 0, ("line " + releaseId).getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
