package dev.weir.jobs.kafka.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.Transaction;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class KafkaReleaseSinkIT {

    /** The end of the rows' window. */
    private static final long END = System.currentTimeMillis();

    private static final long SKEW = 300_000;
    private static final List<PublishedRow> ROWS =
            List.of(row(Outcome.Kind.RELEASED, "a"), row(Outcome.Kind.WITHHELD, "b"), row(Outcome.Kind.RELEASED, "d"));

    @Test
    void rows_go_to_the_topic_of_their_kind_in_their_order_under_their_context(EmbeddedBroker broker) throws Exception {
        publish(broker, new KafkaReleaseSink.Topics("out-released", "out-withheld"));
        assertThat(messages(broker, "out-released")).containsExactly("a=line a", "d=line d");
        assertThat(messages(broker, "out-withheld")).containsExactly("b=line b");
    }

    /**
     * The client splits a batch that is too long for the topic; then parts of the first one can be refused for good, because the brokers have taken the second one. So batches are at most as long as the topic takes, and one request
     * is in flight: where the brokers decompress, a batch becomes longer than the topic takes.
     */
    @Test
    void a_batch_is_all_there_in_its_order_although_the_topic_takes_less_than_a_request(EmbeddedBroker broker)
            throws Exception {
        List<PublishedRow> rows = IntStream.range(0, 20_000)
                .mapToObj(i -> row(Outcome.Kind.RELEASED, Integer.toString(i)))
                .toList();
        List<String> expected = rows.stream()
                .map(row -> row.releaseId() + "=line " + row.releaseId())
                .toList();
        for (String stored : List.of("producer", "uncompressed")) {
            String topic = "narrow-" + stored;
            broker.createTopic(topic, 1, Map.of("max.message.bytes", "20000", "compression.type", stored));
            KafkaReleaseSink.Factory factory = plain(broker, new KafkaReleaseSink.Topics(topic, "not-there"));
            assertThat(factory.settings().asMap()).containsEntry("batch.size", "20000");
            try (ReleaseSink sink = factory.open()) {
                sink.publish(1, rows);
                assertThat(messages(broker, topic).equals(expected))
                        .as("every row, once, in order")
                        .isTrue();
            }
        }
    }

    @Test
    void settings_compress_rows_by_default_and_allow_one_request_in_flight_whatever_is_given(EmbeddedBroker broker)
            throws Exception {
        KafkaReleaseSink.Topics topics = new KafkaReleaseSink.Topics("not-there", "not-there");
        assertThat(plain(broker, topics).settings().asMap()).containsEntry("compression.type", "lz4");
        Map<String, String> given = Map.of("compression.type", "none", "max.in.flight.requests.per.connection", "2");
        assertThat(new KafkaReleaseSink.Factory(broker.address(), given, topics)
                        .settings()
                        .asMap())
                .containsEntry("compression.type", "none")
                .containsEntry("max.in.flight.requests.per.connection", "1");
    }

    /** A process was killed after half of a batch; the next one has both batches in its state. */
    @Test
    void rows_that_are_there_are_not_written_again(EmbeddedBroker broker) throws Exception {
        KafkaReleaseSink.Topics topics = topics(broker, "twice");
        kill(broker, topics);
        resume(plain(broker, topics));
        assertThat(messages(broker, "twice"))
                .as("without the option")
                .containsExactlyInAnyOrder("a=line a", "a=line a", "d=line d", "e=line e");
        assertThat(messages(broker, "twice-withheld")).containsExactly("b=line b", "b=line b");
        KafkaReleaseSink.Topics once = topics(broker, "once");
        kill(broker, once);
        resume(skipping(broker, once));
        assertThat(messages(broker, "once")).containsExactlyInAnyOrder("a=line a", "d=line d", "e=line e");
        assertThat(messages(broker, "once-withheld")).containsExactly("b=line b");
        resume(skipping(broker, once));
        assertThat(messages(broker, "once")).hasSize(3);
    }

    /** The reading begins at the first end of a window less twice the skew. A copy cannot be older, but another record may be. */
    @Test
    void a_row_is_left_out_only_if_it_is_found_and_is_written_wherever_it_is_not(EmbeddedBroker broker)
            throws Exception {
        KafkaReleaseSink.Topics topics = topics(broker, "found");
        write(broker, "found", 0, END - 2 * SKEW - 1, "a", "line a");
        resume(skipping(broker, topics));
        assertThat(messages(broker, "found")).containsExactlyInAnyOrder("a=line a", "a=line a", "d=line d", "e=line e");
        KafkaReleaseSink.Topics other = topics(broker, "elsewhere");
        write(broker, "elsewhere", 1, END - 2 * SKEW, "a", "line a");
        write(broker, "elsewhere", 2, END, "d", null);
        write(broker, "elsewhere", 2, END, null, "line d");
        write(broker, "elsewhere-withheld", 0, END, "e", "line e");
        try (Transaction open = Transaction.begin(broker.address(), "elsewhere")) {
            open.send("hides what lies behind it from readers of committed records");
            write(broker, "elsewhere", 0, END, "e", "line e");
            resume(skipping(broker, other));
        }
        assertThat(messages(broker, "elsewhere"))
                .filteredOn(message -> message.matches("[ade]=line [ade]"))
                .containsExactlyInAnyOrder("a=line a", "d=line d", "e=line e");
    }

    @Test
    void another_value_of_a_release_stops_the_start_before_anything_is_written(EmbeddedBroker broker) throws Exception {
        KafkaReleaseSink.Topics topics = topics(broker, "forked");
        write(broker, "forked", 2, END, "d", "line d");
        write(broker, "forked", 2, END, "d", "another line");
        assertThatThrownBy(() -> resume(skipping(broker, topics)))
                .isInstanceOf(SuppressRestartsException.class)
                .cause()
                .hasMessageStartingWith("LEDGER_FORK: topic forked, partition 2, offset 1 has another value")
                .hasMessageNotContainingAny("line", "d=");
        assertThat(messages(broker, "forked")).hasSize(2);
    }

    private static KafkaReleaseSink.Topics topics(EmbeddedBroker broker, String name) throws Exception {
        broker.createTopic(name, 3, Map.of());
        broker.createTopic(name + "-withheld", 1, Map.of());
        return new KafkaReleaseSink.Topics(name, name + "-withheld");
    }

    private static KafkaReleaseSink.Factory plain(EmbeddedBroker broker, KafkaReleaseSink.Topics topics) {
        return new KafkaReleaseSink.Factory(broker.address(), Map.of(), topics);
    }

    private static ReleaseSink.Factory skipping(EmbeddedBroker broker, KafkaReleaseSink.Topics topics) {
        return new SkippingSink.Factory(plain(broker, topics), SKEW);
    }

    private static void kill(EmbeddedBroker broker, KafkaReleaseSink.Topics topics) throws Exception {
        try (ReleaseSink sink = plain(broker, topics).open()) {
            sink.publish(1, ROWS.subList(0, 2));
        }
    }

    private static void resume(ReleaseSink.Factory sinks) throws Exception {
        SortedMap<Long, Collection<PublishedRow>> pending =
                new TreeMap<>(Map.of(1L, ROWS, 2L, List.of(row(Outcome.Kind.RELEASED, "e"))));
        try (ReleaseSink sink = sinks.open()) {
            sink.expect(1);
            sink.resume(pending);
            for (Map.Entry<Long, Collection<PublishedRow>> batch : pending.entrySet()) {
                sink.publish(batch.getKey(), batch.getValue());
            }
        }
    }

    private static void write(
            EmbeddedBroker broker, String topic, int partition, long time, @Nullable String key, @Nullable String value)
            throws Exception {
        try (var producer = ClientSettings.of(broker.address(), Map.of()).producer()) {
            producer.send(new ProducerRecord<>(topic, partition, time, bytes(key), bytes(value)))
                    .get();
        }
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
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
                kind,
                END - 1,
                END,
                "hourly",
                "en",
                releaseId,
                0,
                ("line " + releaseId).getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "nothing" : new String(bytes, StandardCharsets.UTF_8);
    }
}
