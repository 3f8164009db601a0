package dev.weir.accountant.journal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that snapshots are recomputed, and that a ledger whose start is cut off says what the whole ledger says, or nothing. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SnapshotTest {

    private static final List<List<LedgerRecord>> LEDGERS = IntStream.rangeClosed(1, 12)
            .mapToObj(seed -> RandomLedger.withSnapshots(new SplittableRandom(seed), 60))
            .toList();

    /** Returns a ledger with two snapshots, a batch between each barrier and its snapshot, and a batch behind them. */
    static TestLedger twoSnapshots() {
        TestLedger ledger = new TestLedger().decide(TestLedger.declaration(1000));
        ledger.own("a", "run", TestLedger.claim(0, 500, "q")).own("b", "run", TestLedger.claim(0, 400, "r"));
        ledger.batch("a", "q", 1, "x", "y").decide(new Barrier()).batch("b", "r", 1, "x");
        ledger.snapshot().batch("a", "q", 2, "x").decide(new Barrier()).batch("b", "r", 2, "x");
        return ledger.snapshot().batch("a", "q", 3, "x");
    }

    static <T> List<Integer> places(List<LedgerRecord> records, Class<T> event) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            if (records.get(i) instanceof DomainEntry entry && event.isInstance(entry.event())) {
                places.add(i);
            }
        }
        return places;
    }

    /** Returns the places of barriers before which records may be cut off: each has a snapshot, and a later one follows. */
    static List<Integer> cuts(List<LedgerRecord> records) {
        List<Integer> snapshots = places(records, Snapshot.class);
        return snapshots.stream()
                .limit(Math.max(0, snapshots.size() - 1))
                .map(place -> barrierOf(records, place))
                .toList();
    }

    /** Returns the index behind the last part of the snapshot whose entry stands at an index. */
    static int endOf(List<LedgerRecord> records, int snapshot) {
        int end = snapshot + 1;
        while (end < records.size() && records.get(end) instanceof SnapshotPart) {
            end++;
        }
        return end;
    }

    private static int barrierOf(List<LedgerRecord> records, int snapshot) {
        long number = ((Snapshot) ((DomainEntry) records.get(snapshot)).event()).barrier();
        return places(records, Barrier.class).stream()
                .filter(place -> ((DomainEntry) records.get(place)).tip().sequence() == number)
                .findFirst()
                .orElseThrow();
    }

    private static LedgerView whole(List<LedgerRecord> records) {
        LedgerReader reader = new LedgerReader(TestLedger.DOMAIN, WantedDigests.NOTHING);
        records.forEach(reader::accept);
        return reader.view();
    }

    private static LedgerView behind(int cut, List<LedgerRecord> records) {
        LedgerReader reader = new LedgerReader(TestLedger.DOMAIN, WantedDigests.NOTHING);
        reader.cut();
        records.subList(cut, records.size()).forEach(reader::accept);
        return reader.view();
    }

    static Optional<Reason> reason(LedgerView view) {
        return view.broken().map(LedgerBreak::reason);
    }

    static LedgerAudit audit(List<LedgerRecord> records, boolean isCut) {
        LedgerAudit audit = new LedgerAudit(TestLedger.DOMAIN);
        if (isCut) {
            audit.cut();
        }
        records.forEach(record -> audit.accept(LedgerBytes.encode(record)));
        return audit;
    }

    @Test
    void a_ledger_that_is_cut_before_the_older_of_two_snapshots_says_what_the_whole_ledger_says() {
        int count = 0;
        for (List<LedgerRecord> records : LEDGERS) {
            LedgerView expected = whole(records);
            assertThat(expected.broken()).isEmpty();
            for (int cut : cuts(records)) {
                assertThat(behind(cut, records)).isEqualTo(expected);
                count++;
            }
        }
        assertThat(count).as("cuts").isGreaterThan(10);
    }

    @Test
    void a_ledger_that_is_cut_anywhere_else_is_refused() {
        for (List<LedgerRecord> records : LEDGERS.subList(0, 5)) {
            List<Integer> cuts = cuts(records);
            for (int cut = 0; cut <= records.size(); cut++) {
                assertThat(reason(behind(cut, records)).isPresent()).isNotEqualTo(cuts.contains(cut));
            }
        }
    }

    @Test
    void barriers_snapshots_and_their_parts_have_one_form_in_bytes() {
        for (LedgerRecord record : twoSnapshots().records) {
            byte[] bytes = LedgerBytes.encode(record);
            assertThat(LedgerBytes.decode(bytes)).contains(record);
            assertThat(LedgerBytes.decode(Arrays.copyOf(bytes, bytes.length - 1)))
                    .isEmpty();
            assertThat(LedgerBytes.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                    .isEmpty();
        }
    }

    @Test
    void the_newest_snapshot_alone_stands_for_nothing() {
        List<LedgerRecord> records = twoSnapshots().records;
        List<Integer> barriers = places(records, Barrier.class);
        assertThat(reason(behind(barriers.get(0), records))).isEmpty();
        assertThat(reason(behind(barriers.get(1), records))).contains(Reason.CUT);
        assertThat(reason(behind(0, records))).contains(Reason.CUT);
    }

    @Test
    void a_ledger_that_nobody_has_cut_begins_with_its_first_entry() {
        List<LedgerRecord> records = twoSnapshots().records;
        int cut = cuts(records).get(0);
        assertThat(reason(whole(records.subList(cut, records.size())))).contains(Reason.SEQUENCE);
    }

    @Test
    void sums_of_charges_behind_a_cut_are_those_of_the_whole_ledger() {
        List<LedgerRecord> records = twoSnapshots().records;
        LedgerAudit.Report expected = audit(records, false).report();
        assertThat(expected.view().broken()).isEmpty();
        int cut = cuts(records).get(0);
        assertThat(audit(records.subList(cut, records.size()), true).report()).isEqualTo(expected);
        assertThat(expected.charges()).containsEntry(new ChargeAudit.Scope("a", "q", "x", 0), TestLedger.milli(300));
    }

    @Test
    void an_audit_behind_any_cut_of_a_random_ledger_says_what_one_of_everything_says() {
        int count = 0;
        for (List<LedgerRecord> records : LEDGERS) {
            LedgerAudit.Report expected = audit(records, false).report();
            for (int cut : expected.view().broken().isPresent() ? List.<Integer>of() : cuts(records)) {
                assertThat(audit(records.subList(cut, records.size()), true).report())
                        .isEqualTo(expected);
                count++;
            }
        }
        assertThat(count).as("cuts").isGreaterThan(5);
    }

    /** A reading that begins at a snapshot counts how much was written since the newest one as a reading of everything does. */
    @Test
    void a_snapshot_is_due_after_so_many_batches_since_the_barrier_of_the_newest_one() {
        TestLedger ledger = twoSnapshots();
        int cut = cuts(ledger.records).get(0);
        for (int more = 0; more < 3; more++) {
            for (LedgerAudit audit : List.of(
                    audit(ledger.records, false), audit(ledger.records.subList(cut, ledger.records.size()), true))) {
                assertThat(audit.isSnapshotDue(2 + more)).isTrue();
                assertThat(audit.isSnapshotDue(3 + more)).isFalse();
            }
            ledger.decide(new Barrier()).batch("a", "q", 4 + more, "x");
        }
        assertThat(audit(ledger.records.subList(0, cut), false).isSnapshotDue(1))
                .isTrue();
    }

    @Test
    void the_audit_writes_the_snapshot_of_the_latest_barrier_once() {
        TestLedger ledger = twoSnapshots().decide(new Barrier()).batch("b", "r", 3, "x");
        List<LedgerRecord> snapshot = audit(ledger.records, false).snapshot().orElseThrow();
        TestLedger expected = twoSnapshots().decide(new Barrier()).batch("b", "r", 3, "x");
        int before = expected.records.size();
        assertThat(expected.snapshot().records.subList(before, expected.records.size()))
                .isEqualTo(snapshot);
        ledger.records.addAll(snapshot);
        assertThat(audit(ledger.records, false).snapshot()).isEmpty();
    }

    static List<String> ofLedger() {
        return Forgetful.OF_LEDGER;
    }

    static List<String> ofCharges() {
        return Forgetful.OF_CHARGES;
    }

    @ParameterizedTest
    @MethodSource("ofLedger")
    void a_snapshot_that_forgets_a_part_breaks_the_ledger_and_every_cut_of_it(String part) {
        boolean isShown = false;
        for (List<LedgerRecord> records : LEDGERS) {
            List<Integer> snapshots = places(records, Snapshot.class);
            List<LedgerRecord> faulty = new ArrayList<>(
                    snapshots.isEmpty()
                            ? List.of()
                            : records.subList(0, endOf(records, snapshots.get(snapshots.size() - 1))));
            if (snapshots.size() > 1 && forget(part, faulty)) {
                isShown = true;
                assertThat(reason(whole(faulty))).contains(Reason.SNAPSHOT);
                cuts(records)
                        .forEach(cut -> assertThat(reason(behind(cut, faulty))).contains(Reason.SNAPSHOT));
            }
        }
        assertThat(isShown).isTrue();
    }

    @ParameterizedTest
    @MethodSource("ofCharges")
    void an_audit_finds_sums_that_a_snapshot_forgets(String part) {
        List<LedgerRecord> records = new ArrayList<>(twoSnapshots().records);
        records.subList(endOf(records, places(records, Snapshot.class).get(1)), records.size())
                .clear();
        int cut = cuts(records).get(0);
        assertThat(forget(part, records)).isTrue();
        assertThat(reason(audit(records, false).report().view())).contains(Reason.SNAPSHOT);
        List<LedgerRecord> tail = records.subList(cut, records.size());
        assertThat(reason(audit(tail, true).report().view())).contains(Reason.SNAPSHOT);
    }

    /** Replaces the last snapshot by one that forgets a part; returns false if it has nothing to forget. */
    private static boolean forget(String part, List<LedgerRecord> records) {
        List<Integer> snapshots = places(records, Snapshot.class);
        int first = snapshots.get(snapshots.size() - 1);
        List<LedgerRecord> snapshot = records.subList(first, records.size());
        ChainTip before = whole(List.copyOf(records.subList(0, first))).tip();
        List<LedgerRecord> other = Forgetful.without(part, List.copyOf(snapshot), before);
        boolean isOther = !other.equals(snapshot);
        snapshot.clear();
        records.addAll(other);
        return isOther;
    }

    @Test
    void a_batch_between_barrier_and_snapshot_is_in_no_snapshot() {
        TestLedger ledger = twoSnapshots().decide(new Barrier());
        TestLedger later = twoSnapshots().decide(new Barrier()).batch("b", "r", 3, "x");
        List<LedgerRecord> early = audit(ledger.records, false).snapshot().orElseThrow();
        assertThat(audit(later.records, false).snapshot()).contains(early);
        List<LedgerRecord> withBatch = new ArrayList<>(later.records);
        TestLedger late = twoSnapshots().batch("b", "r", 3, "x").decide(new Barrier());
        withBatch.addAll(audit(late.records, false).snapshot().orElseThrow());
        assertThat(reason(whole(withBatch))).contains(Reason.SNAPSHOT);
    }

    @Test
    void a_snapshot_that_lacks_a_part_breaks_the_ledger_and_a_doubled_part_reads_as_bytes_of_somebody_else() {
        List<LedgerRecord> records = twoSnapshots().records;
        int entry = places(records, Snapshot.class).get(1);
        int end = endOf(records, entry);
        assertThat(end).isGreaterThan(entry + 2);
        for (int at = entry + 1; at < end; at++) {
            assertThat(reason(whole(records.subList(0, at)))).contains(Reason.INCOMPLETE);
            List<LedgerRecord> lacking = new ArrayList<>(records);
            lacking.remove(at);
            assertThat(reason(whole(lacking))).isPresent();
            List<LedgerRecord> doubled = new ArrayList<>(records.subList(0, end));
            doubled.add(at, records.get(at));
            assertThat(reason(whole(doubled))).contains(Reason.UNREADABLE);
        }
    }
}
