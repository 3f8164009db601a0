package dev.weir.jobs.kafka.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KafkaReleaseSinkTest {

    private static final KafkaReleaseSink.Topics TOPICS = new KafkaReleaseSink.Topics("released", "withheld");
    private static final List<PublishedRow> ROWS = List.of(new PublishedRow(
            Outcome.Kind.RELEASED, -1, 0, "hourly", "en", "release-id", 0, "secret".getBytes(StandardCharsets.UTF_8)));

    @Test
    void a_send_that_fails_fails_the_batch_and_the_message_names_no_row() {
        try (var producer = new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.sendException = new RecordTooLargeException("too large");
            KafkaReleaseSink sink = new KafkaReleaseSink(producer, TOPICS);
            assertThatThrownBy(() -> sink.publish(1, ROWS))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("1 rows", "released", "RecordTooLargeException")
                    .hasMessageNotContainingAny("secret", "release-id");
        }
    }

    @Test
    void a_batch_has_left_the_producer_before_it_counts_as_published() throws Exception {
        try (var producer = new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            new KafkaReleaseSink(producer, TOPICS).publish(1, ROWS);
            assertThat(producer.history()).hasSize(1);
            assertThat(producer.flushed()).isTrue();
        }
    }

    @Test
    void a_batch_is_not_published_before_all_its_rows_have_been_answered() {
        try (var producer = new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
            @Override
            public synchronized void flush() {
                completeNext();
            }
        }) {
            KafkaReleaseSink sink = new KafkaReleaseSink(producer, TOPICS);
            List<PublishedRow> rows = List.of(ROWS.get(0), row(Outcome.Kind.RELEASED, "d/q/1/k/1"));
            assertThatThrownBy(() -> sink.publish(1, rows))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not all were acknowledged");
        }
    }

    @Test
    void an_exact_row_never_comes_near_a_topic() {
        try (var producer = new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            KafkaReleaseSink sink = new KafkaReleaseSink(producer, TOPICS);
            assertThatThrownBy(() -> sink.publish(1, List.of(row(Outcome.Kind.EXACT, "d/q/1/k/1"))))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(producer.history()).isEmpty();
        }
    }

    @Test
    void headers_say_which_query_and_window_a_row_is_of() throws Exception {
        List<PublishedRow> rows = List.of(
                row(Outcome.Kind.RELEASED, "wiki/hourly/3/e%2Fn/3600000"),
                row(Outcome.Kind.RELEASED, "wiki/hourly/3/de/3600000"),
                row(Outcome.Kind.RELEASED, "wiki/hourly/4/de/3600000"),
                row(Outcome.Kind.WITHHELD, "wiki/hourly/4/en/3600000"));
        try (var producer = new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            new KafkaReleaseSink(producer, TOPICS).publish(1, rows);
            assertThat(headers(producer.history().get(0)))
                    .containsExactly(
                            "schema=weir.released/1", "query=hourly", "version=3", "window-end=1970-01-01T01:00:00Z");
            assertThat(headers(producer.history().get(1))).contains("version=3");
            assertThat(headers(producer.history().get(2))).contains("schema=weir.released/1", "version=4");
            assertThat(headers(producer.history().get(3))).contains("schema=weir.withheld/1");
        }
    }

    private static PublishedRow row(Outcome.Kind kind, String id) {
        return new PublishedRow(kind, 0, 3_600_000, "hourly", "en", id, 0, new byte[] {'x'});
    }

    private static List<String> headers(ProducerRecord<byte[], byte[]> message) {
        List<String> headers = new ArrayList<>();
        message.headers()
                .forEach(
                        header -> headers.add(header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8)));
        return headers;
    }
}
