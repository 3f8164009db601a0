package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.reading.LedgerRecords;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests where a reading goes on, by a consumer without brokers whose log can lose its end. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LogReaderTest {

    private static final TopicPartition LEDGER = new TopicPartition("ledger", 0);
    private static final Uuid ID = new Uuid(1, 2);

    private MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final List<String> shown = new ArrayList<>();
    private final LedgerRecords records =
            LedgerRecords.of(bytes -> shown.add(new String(bytes, StandardCharsets.UTF_8)), () -> shown.add("missing"));

    private LogReader reader(String... messages) {
        consumer = new MockConsumer<>("earliest");
        consumer.assign(List.of(LEDGER));
        LogExtent extent = new LogExtent(ID, 0, messages.length, Optional.of(1));
        LogReader reader = new LogReader(new LogConsumer(() -> consumer, LEDGER), extent, 300);
        IntStream.range(0, messages.length).forEach(offset -> add(offset, messages[offset]));
        return reader;
    }

    private void add(long offset, String message) {
        byte[] value = message.getBytes(StandardCharsets.UTF_8);
        consumer.addRecord(new ConsumerRecord<>("ledger", 0, offset, new byte[0], value));
    }

    private LogEnd end(String... messages) throws Exception {
        LogReader reader = reader(messages);
        reader.begin(records);
        ConsumerRecord<byte[], byte[]> last = reader.readTo(messages.length, records);
        return LogEnd.of(ID, 0, Objects.requireNonNull(last));
    }

    @Test
    void a_reading_goes_on_behind_the_last_message_of_the_one_before() throws Exception {
        LogEnd before = end("one", "two");
        LogReader reader = reader("one", "two", "three");
        assertThat(reader.goOn(before)).isTrue();
        add(2, "three"); // this consumer forgets what it has shown once
        reader.readTo(3, records);
        assertThat(shown).containsExactly("one", "two", "three");
    }

    @Test
    void a_log_that_has_lost_its_end_is_not_gone_on_with_even_if_others_have_written_since() throws Exception {
        LogEnd before = end("one", "two");
        assertThat(reader("one").goOn(before)).isFalse();
        assertThat(reader("one", "other", "three").goOn(before)).isFalse();
    }

    @Test
    void a_log_without_records_needs_no_consumer() throws Exception {
        LogExtent extent = new LogExtent(ID, 5, 5, Optional.of(1));
        LogConsumer none = new LogConsumer(
                () -> {
                    throw new IllegalStateException("opened");
                },
                LEDGER);
        LogReader reader = new LogReader(none, extent, 300);
        assertThat(reader.goOn(new LogEnd(ID, 5, 5, ChainHash.digest(new byte[0]))))
                .isFalse();
        assertThat(reader.beginAt(5, records)).isFalse();
        reader.begin(LedgerRecords.of(bytes -> {}, () -> shown.add("cut")));
        assertThat(reader.readTo(5, records)).isNull();
        assertThat(shown).containsExactly("cut");
    }
}
