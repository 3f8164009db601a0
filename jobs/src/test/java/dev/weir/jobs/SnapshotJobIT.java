package dev.weir.jobs;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.privacy.Budget;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs two jobs of one domain that write snapshots of their ledger, one of which is killed while it writes one. */
@ExtendWith(BrokerExtension.class)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Timeout(600)
class SnapshotJobIT {

    private static final long EVERY = 3;
    private static final AtomicBoolean STALLS = new AtomicBoolean();
    private static final CountDownLatch STALLED = new CountDownLatch(1);
    /** A permit for each snapshot that was written. */
    private static final Semaphore SNAPSHOTS = new Semaphore(0);

    /** A permit for each start that read from a snapshot on. */
    private static final Semaphore STARTED_FROM_SNAPSHOT = new Semaphore(0);

    private final String topic = "ticks-ledger-" + UUID.randomUUID();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Opens ledgers of which a snapshot is written every few batches; the writing of one may stall behind its barrier. */
    private record Snapshotting(Ledger.Factory place) implements Ledger.Factory {

        @Override
        public Ledger open(String domain, String pipeline) throws IOException {
            Ledger ledger = place.open(domain, pipeline);
            AtomicBoolean isFromSnapshot = new AtomicBoolean();
            return (Ledger) Proxy.newProxyInstance(
                    Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("batchesASnapshot")) {
                            return EVERY;
                        }
                        switch (method.getName()) {
                            case "writeSnapshot" -> stall();
                            case "showLife" -> STARTED_FROM_SNAPSHOT.release(isFromSnapshot.get() ? 1 : 0);
                            case "read" -> isFromSnapshot.set(false);
                            default -> {}
                        }
                        @Nullable Object result = invoke(() -> method.invoke(ledger, arguments));
                        isFromSnapshot.compareAndSet(
                                false, method.getName().equals("readFromSnapshot") && Boolean.TRUE.equals(result));
                        SNAPSHOTS.release(
                                method.getName().equals("writeSnapshot") && result == Ledger.Result.WRITTEN ? 1 : 0);
                        return result;
                    });
        }

        private static void stall() throws InterruptedException {
            if (STALLS.compareAndSet(true, false)) {
                STALLED.countDown();
                new CountDownLatch(1).await();
            }
        }
    }

    private interface Call {
        @Nullable Object run() throws ReflectiveOperationException;
    }

    private static @Nullable Object invoke(Call call) throws Throwable {
        try {
            return call.run();
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private KillableCluster start(EmbeddedBroker broker, String pipeline) throws Exception {
        Ledger.Factory place = new Snapshotting(new LedgerTopics(broker.address()).ownDomain(topic, Map.of()));
        LedgerAccess access = new LedgerAccess(place, pipeline, new Budget.Pure(BigDecimal.ONE));
        return KillableCluster.start(
                TicksJob.build(access, "per-minute-" + pipeline, new BigDecimal("0.5"), folder.resolve(pipeline)));
    }

    private List<LedgerRecord> records(EmbeddedBroker broker) throws Exception {
        return new LedgerTopics(broker.address())
                .records(topic).stream()
                        .map(bytes -> LedgerBytes.decode(bytes).orElseThrow())
                        .toList();
    }

    private static void await(int count, Semaphore counted) throws InterruptedException {
        assertThat(counted.tryAcquire(count, 5, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void a_job_that_is_killed_while_it_writes_a_snapshot_starts_from_the_ones_before_and_loses_and_repeats_nothing(
            EmbeddedBroker broker) throws Exception {
        try (KillableCluster first = start(broker, "first");
                KillableCluster second = start(broker, "second")) {
            await(2, SNAPSHOTS);
            STALLS.set(true);
            assertThat(STALLED.await(5, TimeUnit.MINUTES)).isTrue();
            STARTED_FROM_SNAPSHOT.drainPermits();
            first.loseTaskManager();
            second.loseTaskManager();
            await(2, STARTED_FROM_SNAPSHOT);
            await(2, SNAPSHOTS);
            first.awaitRunning();
            first.stop(folder);
            second.awaitRunning();
            second.stop(folder);
        }
        requireWhole(records(broker));
    }

    /** Requires that the chains have no break, and that each query has released each window of each key once, without a gap. */
    private static void requireWhole(List<LedgerRecord> records) {
        LedgerAudit audit = new LedgerAudit("ticks");
        records.forEach(record -> audit.accept(LedgerBytes.encode(record)));
        assertThat(audit.report().view().broken()).isEmpty();
        assertThat(records.stream()
                        .filter(record -> record instanceof DomainEntry entry && entry.event() instanceof Snapshot))
                .hasSizeGreaterThanOrEqualTo(4);
        Map<String, List<Long>> ends = records.stream()
                .filter(RowEntry.class::isInstance)
                .map(record -> LedgerBytes.decodeRow(((RowEntry) record).row()).orElseThrow())
                .collect(groupingBy(row -> row.query() + row.key(), mapping(LedgerRow::end, toList())));
        assertThat(ends).hasSize(4).allSatisfy((key, windows) -> {
            for (int window = 0; window < windows.size(); window++) {
                assertThat(windows.get(window)).isEqualTo(60_000L * (window + 1));
            }
        });
    }
}
