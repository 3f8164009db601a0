package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import dev.weir.operators.ledger.Ledger;
import java.io.IOException;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests what a log tells of its records, and which of them its watch reads, with the offsets of a real broker. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class LedgerLogIT {

    private static final LedgerRecord END = new Retirement("p", 1, ChainOrigin.ofPipeline("d", "p"));

    private final String topic = "ledger-" + UUID.randomUUID();
    private final EmbeddedBroker broker;
    private final ClientSettings settings;
    private final Admin admin;

    @SuppressWarnings("NullAway.Init")
    private LedgerLog log;

    @SuppressWarnings("NullAway.Init")
    private TransactionalId id;

    LedgerLogIT(EmbeddedBroker broker) {
        this.broker = broker;
        this.settings = LedgerSettings.of(Map.of("bootstrap.servers", broker.address()));
        this.admin = settings.admin();
    }

    @BeforeEach
    void begin() throws Exception {
        LedgerTopic.Found found = LedgerTopic.requireUsable(admin, topic, TopicRole.LEDGER);
        log = new LedgerLog(settings, admin, new LedgerLog.Topic(topic, found, Set.of()));
        assertThat(log.isAsRead()).as("a log that was not read").isFalse();
        read();
        id = new TransactionalId(settings, topic + "-id", log);
        id.take();
    }

    @AfterEach
    void end() {
        id.release();
        admin.close();
    }

    private static List<RowEntry> rows(int count, int bytes) {
        List<RowEntry> rows = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            byte[] row = new byte[bytes];
            new Random(index).nextBytes(row);
            rows.add(new RowEntry("p", 1, index, row));
        }
        return rows;
    }

    private void read() throws Exception {
        log.read(LedgerRecords.of(bytes -> {}, () -> {}));
    }

    private void write(List<? extends LedgerRecord> records) {
        assertThat(id.write(records, List.of())).isEqualTo(Ledger.Result.WRITTEN);
    }

    /** The offsets of the messages of the log. */
    private List<Long> offsets() throws Exception {
        try (KafkaConsumer<byte[], byte[]> consumer =
                LedgerSettings.ofReader(settings).consumer()) {
            consumer.assign(List.of(log.partition()));
            consumer.seekToBeginning(List.of(log.partition()));
            long end = log.brokers().ends().readable();
            List<Long> offsets = new ArrayList<>();
            while (consumer.position(log.partition()) < end) {
                consumer.poll(Duration.ofSeconds(1)).forEach(message -> offsets.add(message.offset()));
            }
            return offsets;
        }
    }

    @Test
    void a_log_is_as_read_until_something_is_appended_or_cut() throws Exception {
        assertThat(log.isAsRead()).as("an empty log").isTrue();
        write(rows(3, 20));
        assertThat(log.isAsRead()).as("a log with more records").isFalse();
        read();
        assertThat(log.isAsRead()).isTrue();
        LogStart.moveTo(log, 1);
        assertThat(log.isAsRead()).as("a log that was cut").isFalse();
        new LedgerTopics(broker.address()).deleteAll(topic);
        read();
        assertThat(log.isAsRead()).as("a log without its records").isTrue();
    }

    /** The topic that is made last has as many records as the one that was read, so only its id tells them apart. */
    @Test
    void a_log_is_not_as_read_once_its_topic_was_deleted() throws Exception {
        LedgerTopics topics = new LedgerTopics(broker.address());
        appendForeign(1);
        read();
        topics.delete(topic);
        assertThatThrownBy(() -> log.isAsRead()).isInstanceOf(IOException.class);
        LedgerTopic.requireUsable(admin, topic, TopicRole.LEDGER);
        appendForeign(1);
        assertThat(log.isAsRead()).isFalse();
    }

    /** Rows of several batches of the producer, of messages of several rows, and of a message alone; and no row. */
    @Test
    void a_transaction_tells_the_offsets_of_all_its_records_and_the_mark_behind_them() throws Exception {
        for (List<RowEntry> rows : List.of(rows(2000, 1000), rows(1, 20), rows(3, 30_000), rows(0, 0))) {
            long first = log.brokers().ends().written();
            List<LedgerRecord> records = new ArrayList<>(rows);
            records.add(END);
            write(records);
            await(() -> isReadable(first));
            LogAdmin.BothEnds ends = log.brokers().ends();
            List<Long> offsets =
                    offsets().stream().filter(offset -> offset >= first).toList();
            long last = offsets.get(offsets.size() - 1);
            assertThat(offsets).hasSize((int) (last - first + 1));
            assertThat(ends.written()).isEqualTo(last + 2);
            assertThat(log.ownTransactions().behind(first, new LogAdmin.BothEnds(last + 3, last + 3, ends.epoch())))
                    .isEqualTo(last + 1);
            log.ownTransactions().add(first, last, last - first + 1);
            assertThat(log.ownTransactions().behind(first, ends)).isEqualTo(last + 2);
        }
    }

    private boolean isReadable(long offset) {
        try {
            LogAdmin.BothEnds ends = log.brokers().ends();
            return ends.areEqual() && ends.written() > offset;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_transaction_in_which_somebody_else_has_written_is_read() throws Exception {
        List<RowEntry> rows = rows(2000, 1000);
        long before = log.known();
        write(new AbstractList<RowEntry>() {

            @Override
            public RowEntry get(int index) {
                if (index == rows.size() - 1) {
                    await(() -> log.known() > before);
                    appendForeign(1);
                }
                return rows.get(index);
            }

            @Override
            public int size() {
                return rows.size();
            }
        });
        long first = offsets().get(0);
        assertThat(log.ownTransactions().behind(first, log.brokers().ends())).isEqualTo(first);
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void appendForeign(int count) {
        try {
            new LedgerTopics(broker.address()).append(topic, Collections.nCopies(count, new byte[] {42}));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Bytes of somebody else, in place of a transaction, show whether the watch has read the offsets that it was told of. */
    @Test
    void the_watch_leaves_out_what_it_was_told_and_reports_what_is_directly_behind() throws Exception {
        LinkedBlockingQueue<Integer> foreign = new LinkedBlockingQueue<>();
        long next = log.known();
        appendForeign(5);
        log.ownTransactions().add(next, next + 2, 3);
        try (LedgerWatch watch = new LedgerWatch(log)) {
            watch.start(foreign::add);
            int reported = 0;
            while (reported < 2) {
                reported += Objects.requireNonNull(foreign.poll(60, TimeUnit.SECONDS));
            }
            assertThat(reported).isEqualTo(2);
            write(rows(2000, 1000));
            appendForeign(1);
            write(rows(1, 20));
            assertThat(foreign.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }
}
