package dev.weir.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.LedgerRecords;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests readings that go on where the one before has ended, of a ledger with two pipelines. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerReadingsTest {

    private static final WantedDigests WANTED = new WantedDigests("p", Set.of(1L, 2L, 3L), 2);

    private final List<byte[]> records = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final LedgerReadings readings = new LedgerReadings(store(), LedgerBench.DOMAIN);
    private int end;
    private int reached;

    /** The index of the barrier of the older one of two snapshots; 0 if the store knows none. */
    private int barrier;

    private boolean goesOn = true;
    private boolean fails;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void twoPipelinesWriteInTurn() throws Exception {
        try (LedgerBench bench =
                new LedgerBench(DirectoryLedger.at(folder.toUri().toString()))) {
            Ledger p = bench.own("p", "run");
            p.writePipeline(bench.batch("p", 2));
            Ledger q = bench.own("q", "run");
            p.writePipeline(bench.batch("p", 1));
            q.writePipeline(bench.batch("q", 1));
            p.writePipeline(bench.batch("p", 3));
            records.addAll(bench.records(q));
        }
        end = records.size();
    }

    /** Returns a ledger whose end moves with the field {@code end}, and which can show the records behind the newest reading. */
    private Ledger store() {
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("reached")) {
                        return Optional.of(new byte[] {(byte) reached});
                    }
                    if (method.getName().equals("readBehind")) {
                        reached = ((byte[]) arguments[0])[0];
                    }
                    boolean on = method.getName().equals("readOn")
                            || method.getName().equals("readBehind");
                    boolean isFromSnapshot = method.getName().equals("readFromSnapshot");
                    if ((on && !goesOn) || (isFromSnapshot && barrier == 0)) {
                        return false;
                    }
                    if (isFromSnapshot) {
                        ((LedgerRecords) arguments[0]).cut();
                    }
                    int first = isFromSnapshot ? barrier : 0;
                    show((LedgerRecords) arguments[arguments.length - 1], on ? reached : first);
                    return (on || isFromSnapshot) ? true : null;
                });
    }

    private void show(LedgerRecords to, int from) throws IOException {
        calls.add(from + "-" + end);
        for (byte[] record : records.subList(from, end)) {
            to.accept(record);
            if (fails) {
                throw new IOException("the connection is lost");
            }
        }
        reached = end;
    }

    private LedgerView read(int to) throws Exception {
        end = to;
        return readings.read(WANTED);
    }

    private LedgerView whole(int to, WantedDigests wanted) {
        LedgerReader reader = new LedgerReader(LedgerBench.DOMAIN, wanted);
        records.subList(0, to).forEach(reader::accept);
        return reader.view();
    }

    @Test
    void every_record_is_read_once_and_each_reading_sees_what_reading_everything_would_have_seen() throws Exception {
        for (int first = 0; first <= records.size(); first++) {
            LedgerReadings fresh = new LedgerReadings(store(), LedgerBench.DOMAIN);
            end = first;
            boolean stands = fresh.read(WANTED).broken().isEmpty();
            end = records.size();
            calls.clear();
            assertThat(fresh.read(WANTED)).usingRecursiveComparison().isEqualTo(whole(records.size(), WANTED));
            assertThat(calls).containsExactly((stands ? first : 0) + "-" + records.size());
        }
    }

    @Test
    void the_digest_of_another_entry_is_known_and_those_of_other_batches_need_a_reading_of_everything()
            throws Exception {
        read(end);
        calls.clear();
        WantedDigests confirming = new WantedDigests("p", Set.of(), 3);
        LedgerView view = readings.read(confirming);
        assertThat(view.entryDigest())
                .isNotNull()
                .isEqualTo(whole(end, confirming).entryDigest());
        WantedDigests other = new WantedDigests("q", Set.of(1L), 3);
        assertThat(readings.read(other).digests())
                .isNotEmpty()
                .isEqualTo(whole(end, other).digests());
        assertThat(calls).containsExactly(end + "-" + end, "0-" + end);
    }

    @Test
    void a_break_behind_a_reading_is_looked_at_from_the_first_record() throws Exception {
        read(5);
        records.remove(6);
        calls.clear();
        assertThat(read(records.size()).broken()).isPresent();
        assertThat(calls).containsExactly("5-" + end, "0-" + end);
    }

    @Test
    void an_unreadable_record_behind_a_reading_is_looked_at_from_the_first_record() throws Exception {
        read(end);
        records.add(new byte[] {42});
        calls.clear();
        assertThat(read(records.size()).unreadable().isEmpty()).isFalse();
        assertThat(calls).first().isEqualTo(end - 1 + "-" + end);
        assertThat(calls).element(1).isEqualTo("0-" + end);
        calls.clear();
        read(end);
        assertThat(calls).first().isEqualTo("0-" + end);
    }

    @Test
    void a_reading_that_fails_leaves_nothing_to_go_on_from() throws Exception {
        read(5);
        fails = true;
        assertThatThrownBy(() -> read(records.size())).isInstanceOf(IOException.class);
        fails = false;
        calls.clear();
        assertThat(read(end)).usingRecursiveComparison().isEqualTo(whole(end, WANTED));
        assertThat(calls).containsExactly("0-" + end);
    }

    private void writeSnapshot() {
        LedgerAudit audit = new LedgerAudit(LedgerBench.DOMAIN);
        records.forEach(audit::accept);
        byte[] next = LedgerBytes.encode(DomainEntry.after(audit.tip(), new Barrier()));
        audit.accept(next);
        records.add(next);
        audit.snapshot().orElseThrow().forEach(record -> records.add(LedgerBytes.encode(record)));
    }

    @Test
    void a_reading_begins_at_the_older_one_of_two_snapshots_unless_it_lacks_something_there() throws Exception {
        WantedDigests newest = new WantedDigests("p", Set.of(3L, 4L), 2);
        barrier = records.size();
        writeSnapshot();
        end = records.size();
        readings.read(newest);
        assertThat(calls).as("a single snapshot").containsExactly(barrier + "-" + end, "0-" + end);
        writeSnapshot();
        for (WantedDigests wanted : List.of(newest, WANTED)) {
            calls.clear();
            end = records.size();
            LedgerReadings fresh = new LedgerReadings(store(), LedgerBench.DOMAIN);
            assertThat(fresh.read(wanted)).isEqualTo(whole(end, wanted));
            assertThat(fresh.read(wanted)).isEqualTo(whole(end, wanted));
            assertThat(calls).element(0).isEqualTo(barrier + "-" + end);
            assertThat(calls).last().isEqualTo(end + "-" + end);
            assertThat(calls.contains("0-" + end))
                    .as("a batch before is wanted")
                    .isEqualTo(wanted.equals(WANTED));
        }
        records.add(new byte[] {42});
        calls.clear();
        end = records.size();
        new LedgerReadings(store(), LedgerBench.DOMAIN).read(newest);
        assertThat(calls).containsExactly(barrier + "-" + end, "0-" + end);
    }

    /** Returns the readings of another process, which gets what this one hands on through bytes. */
    private LedgerReadings next(LedgerReadings.HandedOn read) throws Exception {
        LedgerReadings.HandedOn moved = InstantiationUtil.deserializeObject(
                InstantiationUtil.serializeObject(read), getClass().getClassLoader());
        return new LedgerReadings(store(), LedgerBench.DOMAIN, moved);
    }

    @Test
    void another_process_goes_on_where_this_one_has_ended_and_reads_what_was_written_since() throws Exception {
        int some = 5;
        read(some);
        LedgerReadings.HandedOn handed = readings.handOn().orElseThrow();
        assertThat(handed).hasToString("handed on");
        for (int now : List.of(some, records.size())) {
            end = now;
            calls.clear();
            LedgerReadings next = next(handed);
            assertThat(next.read(WANTED)).usingRecursiveComparison().isEqualTo(whole(now, WANTED));
            assertThat(next.read(WANTED)).usingRecursiveComparison().isEqualTo(whole(now, WANTED));
            assertThat(calls).containsExactly(some + "-" + now, now + "-" + now);
        }
    }

    /** A break and an unreadable record behind what was handed on, a store that cannot go on, and a digest that was not remembered. */
    @Test
    void another_process_that_cannot_go_on_reads_everything() throws Exception {
        read(records.size());
        LedgerReadings.HandedOn handed = readings.handOn().orElseThrow();
        calls.clear();
        WantedDigests other = new WantedDigests("q", Set.of(0L), 2);
        assertThat(next(handed).read(other)).usingRecursiveComparison().isEqualTo(whole(end, other));
        assertThat(calls).containsExactly("0-" + end);
        goesOn = false;
        calls.clear();
        next(handed).read(WANTED);
        assertThat(calls).containsExactly("0-" + end);
        goesOn = true;
        for (byte[] bad : List.of(records.get(1), new byte[] {42})) {
            records.add(bad);
            calls.clear();
            end = records.size();
            assertThat(next(handed).read(WANTED)).usingRecursiveComparison().isEqualTo(whole(end, WANTED));
            assertThat(calls).startsWith(end - 1 + "-" + end, "0-" + end);
            records.remove(end - 1);
        }
    }

    @Test
    void a_reading_of_a_broken_ledger_hands_nothing_on() throws Exception {
        assertThat(readings.handOn()).isEmpty();
        records.remove(1);
        read(records.size());
        assertThat(readings.handOn()).isEmpty();
    }

    @Test
    void a_store_that_cannot_tell_is_read_from_the_first_record() throws Exception {
        goesOn = false;
        read(5);
        calls.clear();
        read(records.size());
        assertThat(calls).containsExactly("0-" + end);
    }
}
