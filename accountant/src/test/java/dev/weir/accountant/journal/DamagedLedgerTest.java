package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.audit.TestLedger.DOMAIN;
import static dev.weir.accountant.journal.audit.TestLedger.HOUR;
import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.Damage.Kind;
import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.Tenure;
import dev.weir.accountant.journal.audit.TestLedger;
import dev.weir.accountant.journal.audit.Watch;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What strangers have written into a ledger, and what was damaged there: nothing is refunded, no batch is missed, and what is harmless is skipped. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DamagedLedgerTest {

    private static final List<String> PIPELINES = List.of("p", "q", "r");
    private static final byte[] FOREIGN = {42};

    /** A ledger of three pipelines, whose owners change, write batches, retire, and are adopted. */
    private static TestLedger ledger(SplittableRandom random) {
        TestLedger ledger = new TestLedger().decide(declaration(100_000)).own("p", "run-0", claim(0, 400, "trips-p"));
        Map<String, Long> hours = new HashMap<>();
        for (int step = 1; step < 5 + random.nextInt(20); step++) {
            String pipeline = PIPELINES.get(random.nextInt(PIPELINES.size()));
            boolean isActive = ledger.view().pipeline(pipeline).owner().active();
            int choice = random.nextInt(10);
            if (!isActive || choice == 0) {
                ledger.own(pipeline, "run-" + step, claim(0, 400, "trips-" + pipeline));
            } else if (choice == 1) {
                ledger.retire(pipeline);
            } else if (choice == 2) {
                ledger.confirm(pipeline);
            } else if (choice == 3) {
                ChainTip tip = ledger.tip(pipeline);
                long upTo = hours.getOrDefault(pipeline, 0L) * HOUR;
                ledger.decide(new Adoption(pipeline, tip, tip, new Closing(Long.MIN_VALUE, upTo)));
            } else {
                long hour = hours.merge(pipeline, 1L, Long::sum);
                String[] keys = random.nextBoolean() ? new String[] {"harbour"} : new String[] {"harbour", "station"};
                ledger.batch(pipeline, "trips-" + pipeline, hour, keys);
            }
        }
        return ledger;
    }

    private static LedgerView read(List<byte[]> records, Watch watch, boolean isNewestKnown, ChainTip newest) {
        LedgerReader reader = new LedgerReader(DOMAIN, watch);
        if (isNewestKnown) {
            reader.newest(newest);
        }
        records.forEach(reader::accept);
        return reader.view();
    }

    @Test
    void of_1000_damaged_ledgers_none_refunds_or_misses_a_batch_and_a_start_from_an_old_state_is_refused_by_each() {
        int skipped = 0;
        Map<Kind, Integer> seen = new EnumMap<>(Kind.class);
        for (int run = 0; run < 100; run++) {
            SplittableRandom random = new SplittableRandom(run);
            TestLedger whole = ledger(random);
            LedgerView view = whole.view();
            Map<String, JournalState> old = oldStates(whole, view);
            for (int time = 0; time < 10; time++) {
                Damage damage = new Damage(whole.records, random);
                for (int i = 0; i <= random.nextInt(3); i++) {
                    seen.merge(damage.add(), 1, Integer::sum);
                }
                boolean isNewestKnown = random.nextBoolean();
                skipped += isSkippedRightly(whole, damage, isNewestKnown) ? 1 : 0;
                old.forEach((pipeline, state) -> {
                    LedgerView read = read(damage.records(), state.watch(pipeline), isNewestKnown, view.tip());
                    assertThat(start(pipeline, state).read(read, false).next()).isInstanceOf(StartStep.Refused.class);
                });
            }
        }
        assertThat(skipped).isBetween(50, 950);
        assertThat(seen).hasSize(Kind.values().length);
        assertThat(seen.values()).allMatch(times -> times > 100);
    }

    /** Whether a damaged ledger is read to its end; fails if it must not be, or must be and is not. */
    private static boolean isSkippedRightly(TestLedger whole, Damage damage, boolean isNewestKnown) {
        LedgerView before = whole.view();
        LedgerView view = read(damage.records(), Watch.NOTHING, isNewestKnown, before.tip());
        boolean isSkipped = view.broken().isEmpty();
        if (isSkipped) {
            assertMissesNothing(view, before);
            assertThat(damage.destroyed()).allMatch(DamagedLedgerTest::isDispensable);
        }
        if (damage.isForeignAlone()) {
            boolean isHarmless = damage.inserted().stream().allMatch(at -> isFollowed(whole, at, isNewestKnown));
            assertThat(isSkipped).isEqualTo(isHarmless);
            assertThat(view.skipped().count())
                    .isEqualTo(isHarmless ? damage.inserted().size() : 0);
        }
        return isSkipped;
    }

    /** Without a retirement more counts as spent, and a confirmation says nothing new. */
    private static boolean isDispensable(LedgerRecord record) {
        return record instanceof Retirement || record instanceof Confirmation;
    }

    private static void assertMissesNothing(LedgerView view, LedgerView whole) {
        assertThat(view.tip()).isEqualTo(whole.tip());
        for (String pipeline : PIPELINES) {
            assertThat(view.pipeline(pipeline).tip())
                    .isEqualTo(whole.pipeline(pipeline).tip());
        }
        for (Tenure tenure : whole.tenures()) {
            assertThat(view.tenures()).anyMatch(counted -> covers(counted, tenure));
        }
    }

    private static boolean covers(Tenure counted, Tenure tenure) {
        return counted.pipeline().equals(tenure.pipeline())
                && counted.life() == tenure.life()
                && counted.share().equals(tenure.share())
                && counted.from() <= tenure.from()
                && counted.to() >= tenure.to();
    }

    /** Whether the ledger shows, behind a place, that nothing was written there: told from its records alone. */
    private static boolean isFollowed(TestLedger whole, int at, boolean isNewestKnown) {
        TestLedger before = new TestLedger();
        before.records.addAll(whole.records.subList(0, at));
        List<LedgerRecord> behind = whole.records.subList(at, whole.records.size());
        return (isNewestKnown || behind.stream().anyMatch(DomainEntry.class::isInstance))
                && PIPELINES.stream()
                        .filter(name -> before.view().pipeline(name).owner().active())
                        .allMatch(name -> behind.stream().anyMatch(record -> Damage.isOf(name, record)));
    }

    /** For each pipeline that has batches the state from before the last one. */
    private static Map<String, JournalState> oldStates(TestLedger whole, LedgerView view) {
        Map<String, JournalState> old = new HashMap<>();
        for (String pipeline : PIPELINES) {
            long batches = view.pipeline(pipeline).tip().sequence();
            TestLedger before = new TestLedger();
            for (LedgerRecord record : whole.records) {
                if (before.tip(pipeline).sequence() < batches - 1) {
                    before.records.add(record);
                }
            }
            if (batches > 0) {
                old.put(pipeline, new JournalState(before.tip(pipeline), List.of(), null, Long.MIN_VALUE));
            }
        }
        return old;
    }

    private static Start start(String pipeline, JournalState state) {
        Claim claim = claim(0, 400, "trips-" + pipeline);
        return Start.of(new StartRequest(pipeline, "run", declaration(100_000), claim), state);
    }

    private static TestLedger running() {
        return new TestLedger()
                .decide(declaration(1000))
                .own("p", "run-1", claim(0, 400, "trips"))
                .batch("p", "trips", 1, "harbour")
                .own("q", "run-2", claim(0, 500, "fares"))
                .batch("q", "fares", 1, "harbour");
    }

    private static LedgerBreak broken(List<byte[]> records) {
        return read(records, Watch.NOTHING, false, new TestLedger().view().tip())
                .broken()
                .orElseThrow();
    }

    @Test
    void a_foreign_record_in_a_ledger_that_goes_on_is_skipped_told_and_the_newest_state_starts() {
        TestLedger ledger = running();
        int at = ledger.records.size();
        ledger.batch("q", "fares", 2, "harbour").own("p", "run-3", claim(0, 400, "trips"));
        List<byte[]> records = ledger.bytes();
        records.add(at, FOREIGN);
        StartRequest request = new StartRequest("p", "run-3", declaration(1000), claim(0, 400, "trips"));
        JournalState state =
                new JournalState(ledger.tip("p"), List.of(), ledger.view().tip(), Long.MIN_VALUE);
        LedgerReader reader = new LedgerReader(DOMAIN, state.watch("p"));
        for (int i = 0; i < records.size(); i++) {
            reader.at(700 + i, -1);
            reader.accept(records.get(i));
        }
        LedgerView view = reader.view();
        assertThat(view.skipped()).hasToString("1 (record " + at + ", partition 0, offset " + (700 + at) + ")");
        Start reading =
                Start.of(request, state).read(view, false).taken().taken().read(view, false);
        assertThat(reading.next()).isInstanceOf(StartStep.Write.class);
        assertThat(new StartChanges(request, view).told())
                .singleElement()
                .asString()
                .contains("cannot be read")
                .contains("partition 0, offset " + (700 + at));
    }

    @Test
    void a_claim_that_was_garbled_breaks_a_ledger_at_its_place_although_every_pipeline_goes_on_behind_it() {
        TestLedger ledger = running();
        ledger.batch("p", "trips", 2, "harbour").batch("q", "fares", 2, "harbour");
        int at = ledger.records.size();
        ledger.own("r", "run-4", claim(0, 1, "tips"));
        ledger.batch("p", "trips", 3, "harbour").batch("q", "fares", 3, "harbour");
        List<byte[]> records = ledger.bytes();
        records.set(at, FOREIGN);
        assertThat(broken(records))
                .hasToString("UNREADABLE at record " + at + " (no domain entry shows that none is missing)");
        assertThat(read(records, Watch.NOTHING, true, ledger.view().tip())
                        .broken()
                        .orElseThrow()
                        .where())
                .isEqualTo("domain entry 4 is not behind it");
    }

    @Test
    void a_last_batch_that_was_garbled_whole_breaks_a_ledger_although_the_domain_goes_on_behind_it() {
        TestLedger ledger = running();
        int at = ledger.records.size();
        ledger.batch("p", "trips", 2, "harbour").batch("q", "fares", 2, "harbour");
        ledger.own("q", "run-4", claim(0, 500, "fares"));
        List<byte[]> records = ledger.bytes();
        records.set(at, FOREIGN);
        records.set(at + 1, FOREIGN);
        assertThat(broken(records))
                .hasToString("UNREADABLE at record " + at
                        + " (nothing of pipeline p behind it shows that no batch is missing)");
    }

    @Test
    void a_record_behind_the_retirement_of_every_pipeline_is_skipped_where_the_newest_entry_is_known_elsewhere() {
        TestLedger ledger = running().retire("p").retire("q");
        List<byte[]> records = ledger.bytes();
        records.add(FOREIGN);
        assertThat(broken(records).place().record()).isEqualTo(records.size() - 1);
        LedgerView view = read(records, Watch.NOTHING, true, ledger.view().tip());
        assertThat(view.broken()).isEmpty();
        assertThat(view.skipped().count()).isEqualTo(1);
    }

    @Test
    void a_record_that_running_owners_have_seen_is_skipped_although_none_of_them_has_released_anything_since() {
        TestLedger ledger = running();
        int at = ledger.records.size();
        ledger.confirm("q");
        List<byte[]> records = ledger.bytes();
        records.add(at, FOREIGN);
        assertThat(read(records, Watch.NOTHING, true, ledger.view().tip())
                        .broken()
                        .orElseThrow()
                        .where())
                .isEqualTo("nothing of pipeline p behind it shows that no batch is missing");
        records.add(LedgerBytes.encode(ledger.confirm("p").records.get(at + 1)));
        assertThat(read(records, Watch.NOTHING, true, ledger.view().tip()).broken())
                .isEmpty();
    }

    @Test
    void a_copy_of_a_confirmation_does_not_show_that_no_batch_is_missing_between_the_two() {
        TestLedger ledger = running().confirm("p").confirm("q");
        int confirmed = ledger.records.size() - 2;
        int at = ledger.records.size();
        ledger.batch("p", "trips", 2, "harbour").confirm("q");
        List<byte[]> records = ledger.bytes();
        records.set(at, FOREIGN);
        records.set(at + 1, FOREIGN);
        records.add(records.get(confirmed));
        LedgerView view = read(records, Watch.NOTHING, true, ledger.view().tip());
        assertThat(view.broken().orElseThrow().reason()).isEqualTo(Reason.UNREADABLE);
        assertThat(view.broken().orElseThrow().place().record()).isEqualTo(at);
    }

    @Test
    void what_a_store_says_is_missing_is_never_skipped() {
        LedgerReader reader = new LedgerReader(DOMAIN, Watch.NOTHING);
        List<LedgerRecord> records = running().own("p", "run-3", claim(0, 400, "trips")).records;
        for (LedgerRecord record : records) {
            reader.accept(record);
        }
        reader.missing();
        assertThat(reader.view().broken()).isPresent();
        assertThat(reader.view().skipped().isEmpty()).isTrue();
    }
}
