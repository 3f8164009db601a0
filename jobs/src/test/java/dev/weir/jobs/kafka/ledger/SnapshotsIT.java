package dev.weir.jobs.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerBench;
import dev.weir.operators.ledger.LedgerReadings;
import dev.weir.operators.publish.commit.SnapshotWork;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests snapshots of a ledger with two pipelines in a topic of a real broker, and starts from them. */
@ExtendWith(BrokerExtension.class)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Timeout(600)
class SnapshotsIT {

    private static final int EVERY = 3;

    private final LedgerTopics topics;
    private final String domain = "domain-" + UUID.randomUUID();
    private final String topic = domain + "-ledger";
    private final Ledger.Factory place;
    private final LedgerBench bench;

    @SuppressWarnings("NullAway.Init")
    private Ledger p;

    @SuppressWarnings("NullAway.Init")
    private Ledger q;

    SnapshotsIT(EmbeddedBroker broker) {
        this.topics = new LedgerTopics(broker.address());
        this.place = KafkaLedger.of(Map.of("bootstrap.servers", broker.address()), topic);
        this.bench = new LedgerBench(place, domain);
    }

    @BeforeEach
    void twoPipelinesStart() throws Exception {
        p = bench.own("p", "run");
        q = bench.own("q", "run");
        writeBatches();
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    /** Writes as many batches as a snapshot waits for, of both pipelines. */
    private void writeBatches() throws Exception {
        for (int batch = 0; batch < EVERY; batch++) {
            p.writePipeline(bench.batch("p", p, 2));
            q.writePipeline(bench.batch("q", q, 1));
        }
    }

    /** Writes as a running job does, in a ledger that was opened without making a topic. */
    private boolean writeSnapshot() throws Exception {
        try (Ledger own = place.look(domain, "p")) {
            return SnapshotWork.write(own, domain, EVERY);
        }
    }

    /** Returns a ledger that notes how it is read. */
    private static Ledger noting(Ledger ledger, List<String> calls) {
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("read")) {
                        calls.add(method.getName());
                    }
                    try {
                        return method.invoke(ledger, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private LedgerView whole(WantedDigests wanted) throws Exception {
        try (Ledger ledger = bench.openAlone("p")) {
            LedgerReader reader = new LedgerReader(domain, wanted);
            ledger.read(reader);
            return reader.view();
        }
    }

    /** Requires that a start reads what reading everything shows, and returns how the ledger was read. */
    private List<String> read(WantedDigests wanted) throws Exception {
        List<String> calls = new ArrayList<>();
        try (Ledger ledger = bench.openAlone("p")) {
            LedgerView read = new LedgerReadings(noting(ledger, calls), domain).read(wanted);
            assertThat(read).isEqualTo(whole(wanted));
            assertThat(read.broken()).isEmpty();
        }
        return calls;
    }

    private List<LedgerRecord> records() throws Exception {
        try (Ledger ledger = bench.openAlone("p")) {
            return bench.decoded(ledger);
        }
    }

    private <T> long count(Class<T> event) throws Exception {
        return records().stream()
                .filter(record -> record instanceof DomainEntry entry && event.isInstance(entry.event()))
                .count();
    }

    @Test
    void a_start_reads_from_the_older_one_of_two_snapshots_what_everything_says() throws Exception {
        WantedDigests newest = new WantedDigests("p", Set.of(9L, 10L), 2);
        assertThat(read(newest)).containsExactly("readFromSnapshot", "read");
        assertThat(writeSnapshot()).isTrue();
        assertThat(writeSnapshot()).as("a snapshot that is not due").isFalse();
        writeBatches();
        assertThat(read(newest)).containsExactly("readFromSnapshot", "read");
        assertThat(writeSnapshot()).isTrue();
        writeBatches();
        assertThat(read(newest)).containsExactly("readFromSnapshot");
        assertThat(read(new WantedDigests("p", Set.of(1L, 9L), 2)))
                .as("a batch before the snapshot is wanted")
                .containsExactly("readFromSnapshot", "read");
        assertThat(writeSnapshot()).isTrue();
        p.writePipeline(bench.batch("p", p, 1));
        assertThat(read(newest)).containsExactly("readFromSnapshot");
        assertThat(bench.start(bench.open("q"), "q", "next run")).isTrue();
        assertThat(read(newest)).as("an ownership names the snapshots again").containsExactly("readFromSnapshot");
        assertThat(count(Snapshot.class)).isEqualTo(3);
        try (Ledger ledger = bench.openAlone("p")) {
            LedgerAudit audit = new LedgerAudit(domain);
            ledger.read(audit);
            assertThat(audit.report().view().broken()).isEmpty();
        }
    }

    @Test
    void a_writer_that_is_killed_behind_its_barrier_or_within_its_snapshot_leaves_nothing_that_counts()
            throws Exception {
        assertThat(writeSnapshot()).isTrue();
        writeBatches();
        try (Ledger killed = bench.openAlone("p")) {
            killed.takeDomain();
            LedgerAudit audit = new LedgerAudit(domain);
            killed.read(audit);
            killed.writeDomain(List.of(DomainEntry.after(audit.tip(), new Barrier())));
            assertThat(killed.readOn(audit)).isTrue();
            List<LedgerRecord> snapshot = audit.snapshot().orElseThrow();
            assertThatThrownBy(() -> killed.writeSnapshot(vanishingAt(snapshot, killed)))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(bench.start(bench.open("q"), "q", "next run")).isTrue();
        assertThat(count(Barrier.class)).isEqualTo(2);
        assertThat(count(Snapshot.class)).isEqualTo(1);
        WantedDigests newest = new WantedDigests("p", Set.of(6L), 2);
        assertThat(read(newest)).containsExactly("readFromSnapshot", "read");
        assertThat(writeSnapshot()).isTrue();
        assertThat(read(newest)).containsExactly("readFromSnapshot");
    }

    /** Returns records of which the last one cannot be sent, because the connection is closed before, without ending the transaction. */
    private static List<LedgerRecord> vanishingAt(List<LedgerRecord> records, Ledger ledger) {
        return new AbstractList<>() {

            @Override
            public LedgerRecord get(int index) {
                if (index == records.size() - 1) {
                    try {
                        ledger.close();
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                    throw new IllegalStateException("killed on purpose");
                }
                return records.get(index);
            }

            @Override
            public int size() {
                return records.size();
            }
        };
    }

    @Test
    void a_start_in_between_fences_the_writer_of_a_snapshot() throws Exception {
        try (Ledger writer = bench.openAlone("p")) {
            List<String> starts = new ArrayList<>();
            Ledger fenced = (Ledger) Proxy.newProxyInstance(
                    Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("writeSnapshot")) {
                            starts.add("next run");
                            assertThat(bench.start(bench.open("q"), "q", starts.get(0)))
                                    .isTrue();
                        }
                        return method.invoke(writer, arguments);
                    });
            assertThat(SnapshotWork.write(fenced, domain, EVERY)).isFalse();
            assertThat(starts).hasSize(1);
        }
        assertThat(count(Snapshot.class)).isZero();
        assertThat(writeSnapshot()).isTrue();
    }

    /** A copy of the records has other offsets, because it lacks the marks of transactions. */
    @Test
    void a_topic_in_which_the_snapshots_stand_elsewhere_is_read_from_its_beginning() throws Exception {
        assertThat(writeSnapshot()).isTrue();
        writeBatches();
        assertThat(writeSnapshot()).isTrue();
        WantedDigests newest = new WantedDigests("p", Set.of(6L), 2);
        assertThat(read(newest)).containsExactly("readFromSnapshot");
        List<byte[]> records = records().stream().map(LedgerBytes::encode).toList();
        bench.close();
        topics.delete(topic);
        topics.create(topic, Map.of("retention.ms", "-1", "retention.bytes", "-1"));
        topics.append(topic, records);
        assertThat(read(newest)).containsExactly("readFromSnapshot", "read");
    }

    @Test
    void the_watch_reports_parts_of_somebody_else_and_none_of_a_job() throws Exception {
        LinkedBlockingQueue<Integer> foreign = new LinkedBlockingQueue<>();
        assertThat(whole(WantedDigests.NOTHING).broken()).isEmpty();
        p.read(new LedgerReader(domain, WantedDigests.NOTHING));
        p.watch(foreign::add);
        writeBatches();
        assertThat(writeSnapshot()).isTrue();
        long next = whole(WantedDigests.NOTHING).tip().sequence() + 1;
        byte[] part = LedgerBytes.encode(new SnapshotPart(next, 0, SnapshotPart.Content.LEDGER, new byte[] {1}));
        topics.append(topic, List.of(part, part, part));
        int reported = 0;
        while (reported < 3) {
            reported += Objects.requireNonNull(foreign.poll(60, TimeUnit.SECONDS));
        }
        assertThat(reported).isEqualTo(3);
    }

    @Test
    void a_watch_behind_whose_last_record_the_ledger_was_cut_goes_on_with_what_is_left() throws Exception {
        LinkedBlockingQueue<Integer> foreign = new LinkedBlockingQueue<>();
        p.read(new LedgerReader(domain, WantedDigests.NOTHING));
        assertThat(writeSnapshot()).isTrue();
        topics.deleteAll(topic);
        p.watch(foreign::add);
        topics.append(topic, List.of(new byte[] {42}));
        assertThat(foreign.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
    }
}
