package dev.weir.jobs.kafka.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Source;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.MessageLimit;
import dev.weir.operators.admit.DeadLetter;
import dev.weir.operators.counters.Rejection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the writer of dead letters with brokers that accept them, refuse them, or do not exist. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class DeadLetterWriterIT {

    private static final int LIMIT = 100_000;
    private static final Map<String, String> LIMITED = Map.of("max.message.bytes", Integer.toString(LIMIT));
    private static final DeadLetterTimeouts BRIEF = new DeadLetterTimeouts(
            Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofSeconds(8), Duration.ofSeconds(2));
    private static final DeadLetterTimeouts LONG = new DeadLetterTimeouts(
            Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofSeconds(2));

    @Test
    void letters_of_any_length_are_cut_to_what_the_topic_takes_and_say_so(EmbeddedBroker broker) throws Exception {
        broker.createTopic("cut", 1, LIMITED);
        int room = LIMIT - MessageLimit.OVERHEAD;
        int[] lengths = {0, 1, room, room + 1, LIMIT, 5 * LIMIT};
        DeadLetterWriter writer = writer(broker.address(), "cut", LIMIT, LONG);
        for (int length : lengths) {
            writer.write(letter(length, length), NO_CONTEXT);
            writer.flush(false);
        }
        writer.write(letter(1, 60_000_000), NO_CONTEXT);
        writer.flush(false);
        assertThat(letters(broker, "cut"))
                .containsExactly(
                        "0",
                        "1",
                        room + "",
                        room + " of " + (room + 1),
                        room + " of 100000",
                        room + " of 500000",
                        "1 of 60000000");
        assertThat(writer.undelivered()).isZero();
        writer.close();
    }

    @Test
    void the_limit_of_the_topic_is_looked_up_and_is_the_default_where_it_cannot_be(EmbeddedBroker broker)
            throws Exception {
        broker.createTopic("limited", 1, LIMITED);
        assertThat(MessageLimit.of(broker(broker.address()), "limited")).hasValue(LIMIT);
        assertThat(MessageLimit.of(broker("127.0.0.1:1"), "limited")).isEmpty();
        broker.createTopic("more-limited", 1, Map.of("max.message.bytes", "999"));
        List<String> topics = List.of("limited", "more-limited", "limited", "not-there");
        assertThat(MessageLimit.smallest(ClientSettings.of(broker(broker.address())), topics))
                .hasValue(999);
        assertThat(MessageLimit.smallest(ClientSettings.of(broker("127.0.0.1:1")), topics))
                .isEmpty();
        DeadLetterWriter writer = new DeadLetterSink(broker(broker.address()), "limited", LONG).writer();
        writer.write(letter(LIMIT, LIMIT), NO_CONTEXT);
        writer.flush(false);
        assertThat(letters(broker, "limited")).containsExactly((LIMIT - MessageLimit.OVERHEAD) + " of 100000");
        writer.close();
    }

    @Test
    void a_limit_that_was_lowered_leaves_headers_once_and_is_learnt(EmbeddedBroker broker) throws Exception {
        broker.createTopic("lowered", 1, LIMITED);
        DeadLetterWriter writer = writer(broker.address(), "lowered", 2 * LIMIT, LONG);
        for (int i = 0; i < 3; i++) {
            writer.write(letter(150_000, 150_000), NO_CONTEXT);
            writer.flush(false);
        }
        assertThat(letters(broker, "lowered")).containsExactly("0 of 150000", "75000 of 150000", "75000 of 150000");
        assertThat(writer.undelivered()).isZero();
        writer.close();
    }

    @Test
    void a_topic_that_takes_not_even_the_headers_is_counted(EmbeddedBroker broker) throws Exception {
        broker.createTopic("tiny", 1, Map.of("max.message.bytes", "100"));
        DeadLetterWriter writer = writer(broker.address(), "tiny", LIMIT, LONG);
        writer.write(letter(1000, 1000), NO_CONTEXT);
        writer.flush(false);
        assertThat(letters(broker, "tiny")).isEmpty();
        assertThat(writer.undelivered()).isEqualTo(1);
        writer.close();
    }

    /** There are more letters than the buffer holds, so the stream waits for the topic. */
    @Test
    void a_healthy_topic_gets_every_letter_of_a_flood(EmbeddedBroker broker) throws Exception {
        broker.createTopic("flood", 1, Map.of());
        DeadLetterWriter writer = writer(broker.address(), "flood", 2 << 20, LONG);
        for (int i = 0; i < 100; i++) {
            writer.write(letter(1 << 20, 1 << 20), NO_CONTEXT);
        }
        writer.flush(false);
        assertThat(writer.undelivered()).isZero();
        assertThat(letters(broker, "flood")).hasSize(100);
        writer.close();
    }

    @Test
    @Timeout(600)
    void a_topic_that_is_not_there_costs_one_wait_and_gets_letters_again_once_it_is(EmbeddedBroker broker)
            throws Exception {
        DeadLetterWriter writer = writer(broker.address(), "made-later", LIMIT, BRIEF);
        long start = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
            writer.write(letter(1, 1), NO_CONTEXT);
        }
        writer.flush(false);
        // a wait for each letter would be 500 s
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
        assertThat(writer.undelivered()).isEqualTo(1000);
        broker.createTopic("made-later", 1, Map.of());
        while (letters(broker, "made-later").isEmpty()) {
            writer.write(letter(1, 1), NO_CONTEXT);
            writer.flush(false);
        }
        long before = writer.undelivered();
        writer.write(letter(2, 2), NO_CONTEXT);
        writer.flush(false);
        assertThat(writer.undelivered()).isEqualTo(before);
        assertThat(letters(broker, "made-later")).endsWith("2");
        writer.close();
    }

    @Test
    @Timeout(600)
    void a_topic_that_is_deleted_holds_up_checkpoints_for_a_bounded_time(EmbeddedBroker broker) throws Exception {
        broker.createTopic("deleted", 1, Map.of());
        DeadLetterWriter writer = writer(broker.address(), "deleted", LIMIT, BRIEF);
        writer.write(letter(1, 1), NO_CONTEXT);
        writer.flush(false);
        delete(broker, "deleted");
        assertBoundedLoss(writer);
    }

    @Test
    @Timeout(600)
    void a_broker_that_is_gone_holds_up_checkpoints_for_a_bounded_time() throws Exception {
        EmbeddedBroker broker = EmbeddedBroker.start();
        DeadLetterWriter writer;
        try {
            broker.createTopic("gone", 1, Map.of());
            writer = writer(broker.address(), "gone", LIMIT, BRIEF);
            writer.write(letter(1, 1), NO_CONTEXT);
            writer.flush(false);
        } finally {
            broker.close();
        }
        assertBoundedLoss(writer);
    }

    /** Writes about 100 MB of letters, three times what the buffer holds, with a checkpoint after each tenth. */
    private static void assertBoundedLoss(DeadLetterWriter writer) throws Exception {
        long longest = 0;
        long start = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
            long before = System.nanoTime();
            writer.write(letter(LIMIT, LIMIT), NO_CONTEXT);
            if (i % 10 == 9) {
                writer.flush(false);
            }
            longest = Math.max(longest, System.nanoTime() - before);
        }
        // a wait at each checkpoint would be 50 s
        assertThat(Duration.ofNanos(longest)).isLessThan(BRIEF.delivery());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(40));
        while (writer.undelivered() < 1000) {
            writer.flush(true);
        }
        assertThat(writer.undelivered()).isEqualTo(1000);
        writer.close();
    }

    @Test
    void a_producer_that_cannot_be_opened_is_one_letter_after_the_other_undelivered() throws Exception {
        DeadLetterWriter writer = new DeadLetterWriter(
                () -> {
                    throw new KafkaException("no keystore");
                },
                new DeadLetterMessages("any", LIMIT),
                BRIEF);
        writer.write(letter(1, 1), NO_CONTEXT);
        writer.write(letter(1, 1), NO_CONTEXT);
        writer.flush(true);
        assertThat(writer.undelivered()).isEqualTo(2);
        writer.close();
    }

    private static final SinkWriter.Context NO_CONTEXT = new SinkWriter.Context() {
        @Override
        public long currentWatermark() {
            return 0;
        }

        @Override
        public Long timestamp() {
            return 0L;
        }
    };

    private static DeadLetterWriter writer(String address, String topic, int limit, DeadLetterTimeouts timeouts) {
        DeadLetterSink sink = new DeadLetterSink(broker(address), topic, timeouts);
        return new DeadLetterWriter(sink::open, new DeadLetterMessages(topic, limit), timeouts);
    }

    private static Source.Topic broker(String address) {
        String timeout = address.endsWith(":1") ? "3000" : "60000";
        return new Source.Topic(
                address, "input", Source.Start.EARLIEST, "group", Map.of("default.api.timeout.ms", timeout));
    }

    private static DeadLetter letter(int length, int originalLength) {
        return new DeadLetter(new byte[length], originalLength, Rejection.MALFORMED, 3, 14);
    }

    private static void delete(EmbeddedBroker broker, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            admin.deleteTopics(Set.of(topic)).all().get();
        }
    }

    /** Returns, for each dead letter, its length, and the record's length if the letter states it. */
    private static List<String> letters(EmbeddedBroker broker, String topic) {
        List<String> letters = new ArrayList<>();
        broker.read(topic, letter -> letters.add(describe(letter)));
        return letters;
    }

    private static String describe(ConsumerRecord<byte[], byte[]> letter) {
        assertThat(letter.headers().lastHeader("code").value()).isEqualTo("MALFORMED".getBytes(StandardCharsets.UTF_8));
        Header original = letter.headers().lastHeader("original-length");
        String length = Integer.toString(letter.value().length);
        return original == null ? length : length + " of " + new String(original.value(), StandardCharsets.UTF_8);
    }
}
