package dev.weir.operators.publish;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.Faults.Moment;
import dev.weir.operators.publish.Faults.Point;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.executiongraph.ExecutionGraphID;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;
import org.apache.flink.runtime.scheduler.strategy.ExecutionVertexID;

/** What outlives every attempt of a test's jobs: a ledger in a directory, and the visible rows. Operators find it by its name. */
final class World {

    static final String PIPELINE = "p";

    /** A plan in which a key may be released in twelve hours of a day, at a hundredth each. */
    static final Plan PLAN =
            Plans.daily(Queries.hourly("q").contributions(24).count().keyAccount("0.12", Duration.ofDays(1)));

    static final long CHARGE = 10_000_000_000_000L;

    /** The time from the end of a release's window until the release is due. */
    static final long DELAY_MILLIS = 45_000;

    private static final int PATIENCE = 1000;
    private static final Map<String, World> WORLDS = new ConcurrentHashMap<>();

    final String name = UUID.randomUUID().toString();
    final Faults faults = new Faults();
    final List<String> visible = Collections.synchronizedList(new ArrayList<>());
    final List<String> uncovered = Collections.synchronizedList(new ArrayList<>());
    final List<String> resumed = Collections.synchronizedList(new ArrayList<>());
    final Map<String, Gauge<?>> gauges = new ConcurrentHashMap<>();
    private final Path folder;

    World(Path folder) {
        this.folder = folder;
        WORLDS.put(name, this);
    }

    private static World of(String name) {
        return Objects.requireNonNull(WORLDS.get(name));
    }

    /** The ledger without faults. */
    Ledger.Factory place() {
        return DirectoryLedger.at(folder.toUri().toString());
    }

    /** The ledger of the latest attempt. */
    LedgerAccess access() {
        String world = name;
        Ledger.Factory place = place();
        return LedgerAccess.ofOnly(
                (domain, pipeline) -> {
                    Faults faults = of(world).faults;
                    int attempt = faults.latest();
                    faults.pass(attempt, Point.OPEN, Moment.BEFORE);
                    Ledger ledger = place.open(domain, pipeline);
                    return new FaultyLedger(ledger, faults, attempt);
                },
                PIPELINE);
    }

    /** Registers the gauges of an attempt's operator by their names, in place of an earlier attempt's. */
    TaskMetricGroup metrics(JobID job) {
        TestingMetricRegistry registry = TestingMetricRegistry.builder()
                .setRegisterConsumer((metric, metricName, group) -> {
                    if (metric instanceof Gauge<?> gauge) {
                        gauges.put(metricName, gauge);
                    }
                })
                .build();
        ExecutionAttemptID task =
                new ExecutionAttemptID(new ExecutionGraphID(), new ExecutionVertexID(new JobVertexID(), 0), 0);
        return TaskManagerMetricGroup.createTaskManagerMetricGroup(registry, "host", ResourceID.generate())
                .addJob(job, "job")
                .addTask(task, "publish");
    }

    /** The sink of the latest attempt's rows. */
    ReleaseSink.Factory sink() {
        String world = name;
        return () -> {
            int attempt = of(world).faults.latest();
            of(world).faults.pass(attempt, Point.SINK_OPEN, Moment.BEFORE);
            return new Sink(of(world), attempt);
        };
    }

    private record Sink(World world, int attempt) implements ReleaseSink {

        @Override
        public void resume(SortedMap<Long, Collection<PublishedRow>> pending) {
            world.resumed.add(pending.keySet() + " beside " + world.visible.size() + " visible");
        }

        @Override
        public void publish(long number, Collection<PublishedRow> rows) throws IOException {
            world.faults.pass(attempt, Point.PUBLISH, Moment.BEFORE);
            Map<String, String> ledger = world.ledger();
            int shown = 0;
            for (PublishedRow row : rows) {
                if (shown++ == rows.size() / 2) {
                    world.faults.pass(attempt, Point.PUBLISH_HALF, Moment.BEFORE);
                }
                world.show(row, ledger);
            }
            world.faults.pass(attempt, Point.PUBLISH, Moment.AFTER);
        }

        @Override
        public void close() {}
    }

    private void show(PublishedRow row, Map<String, String> ledger) {
        String line = new String(row.line(), StandardCharsets.UTF_8);
        if (!line.equals(ledger.get(row.releaseId()))) {
            uncovered.add(row.releaseId());
        }
        visible.add(row.releaseId() + "=" + line);
    }

    /** Returns the visible releases with their lines, one entry for each distinct line. */
    Set<String> values() {
        synchronized (visible) {
            return new TreeSet<>(visible);
        }
    }

    /** Waits until this many values are visible; a delayed release becomes visible in another thread. */
    void awaitValues(int count) throws InterruptedException {
        for (int tries = 0; tries < PATIENCE && values().size() < count; tries++) {
            Thread.sleep(20);
        }
    }

    /** Returns every release in the ledger with its line, in the ledger's order. */
    Map<String, String> ledger() throws IOException {
        Map<String, String> rows = new LinkedHashMap<>();
        for (LedgerRow row : rows()) {
            if (row.kind() != LedgerRow.Kind.CLOSED) {
                rows.put(row.release(), new String(row.line(), StandardCharsets.UTF_8));
            }
        }
        return rows;
    }

    /** Returns the names of all closed windows in the ledger, in the ledger's order. */
    List<String> closedWindows() throws IOException {
        return rows().stream()
                .filter(row -> row.kind() == LedgerRow.Kind.CLOSED)
                .map(LedgerRow::release)
                .toList();
    }

    private List<LedgerRow> rows() throws IOException {
        List<LedgerRow> rows = new ArrayList<>();
        for (byte[] record : records()) {
            LedgerBytes.decode(record)
                    .filter(RowEntry.class::isInstance)
                    .map(RowEntry.class::cast)
                    .flatMap(entry -> LedgerBytes.decodeRow(entry.row()))
                    .ifPresent(rows::add);
        }
        return rows;
    }

    List<byte[]> records() throws IOException {
        List<byte[]> records = new ArrayList<>();
        try (Ledger ledger = place().open(PLAN.domain(), PIPELINE)) {
            ledger.read(LedgerRecords.of(records::add, () -> records.add(new byte[0])));
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return records;
    }

    /** Returns what the adoptions in the ledger have closed. */
    Closing closing() throws IOException {
        return audit().view().pipeline(PIPELINE).closing();
    }

    LedgerAudit.Report audit() throws IOException {
        return LedgerAudit.of(PLAN.domain(), records());
    }

    void forget() {
        WORLDS.remove(name);
    }
}
