package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.audit.TestLedger.DOMAIN;
import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.TestLedger;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests ledgers with foreign or damaged records: harmless ones are skipped, and no others. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DamagedLedgerTest {

    private static final byte[] FOREIGN = {42};

    static LedgerView read(List<byte[]> records, WantedDigests wanted, boolean isNewestKnown, ChainTip newest) {
        LedgerReader reader = new LedgerReader(DOMAIN, wanted);
        if (isNewestKnown) {
            reader.newest(newest);
        }
        records.forEach(reader::accept);
        return reader.view();
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
        return read(
                        records,
                        WantedDigests.NOTHING,
                        false,
                        new TestLedger().view().tip())
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
        LedgerReader reader = new LedgerReader(DOMAIN, state.wantedDigests("p"));
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
                .startsWith("skipped 1 record of the ledger that cannot be read (record ")
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
        assertThat(read(records, WantedDigests.NOTHING, true, ledger.view().tip())
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
        assertThat(broken(records).position().record()).isEqualTo(records.size() - 1);
        LedgerView view =
                read(records, WantedDigests.NOTHING, true, ledger.view().tip());
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
        assertThat(read(records, WantedDigests.NOTHING, true, ledger.view().tip())
                        .broken()
                        .orElseThrow()
                        .where())
                .isEqualTo("nothing of pipeline p behind it shows that no batch is missing");
        records.add(LedgerBytes.encode(ledger.confirm("p").records.get(at + 1)));
        assertThat(read(records, WantedDigests.NOTHING, true, ledger.view().tip())
                        .broken())
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
        LedgerView view =
                read(records, WantedDigests.NOTHING, true, ledger.view().tip());
        assertThat(view.broken().orElseThrow().reason()).isEqualTo(Reason.UNREADABLE);
        assertThat(view.broken().orElseThrow().position().record()).isEqualTo(at);
    }

    /**
     * A foreign record is written, the outcome of the owner's confirmation is unknown, and the owner starts again. Only the
     * owner knows how far its pipeline has come.
     */
    @Test
    void an_owner_that_starts_again_goes_on_over_a_record_behind_its_last_word_and_another_start_does_not() {
        TestLedger ledger = running().confirm("q");
        long owner = ledger.view().pipeline("p").owner().number();
        JournalState state =
                new JournalState(ledger.tip("p"), List.of(), ledger.view().tip(), Long.MIN_VALUE);
        StartRequest request = new StartRequest("p", "run-1", declaration(1000), claim(0, 400, "trips"));
        assertThat(looked(Start.resuming(request, state, owner), ledger)).isInstanceOf(StartStep.TakeDomain.class);
        assertThat(looked(Start.of(request, state), ledger)).isInstanceOf(StartStep.Refused.class);
    }

    /**
     * The unreadable record may be a batch that the owner does not know. A state that has the batch may go on, an older state
     * may not.
     */
    @Test
    void an_owner_that_starts_again_does_not_vouch_for_a_batch_that_it_does_not_hold() {
        TestLedger ledger = running().confirm("q");
        ChainTip before = new TestLedger().tip("p");
        long owner = ledger.view().pipeline("p").owner().number();
        JournalState old = new JournalState(before, List.of(), ledger.view().tip(), Long.MIN_VALUE);
        StartRequest request = new StartRequest("p", "run-1", declaration(1000), claim(0, 400, "trips"));
        assertThat(looked(Start.resuming(request, old, owner), ledger))
                .isInstanceOfSatisfying(
                        StartStep.Refused.class,
                        refused -> assertThat(refused.refusal().code()).isEqualTo(Refusal.Code.LEDGER_BROKEN));
        ledger.own("p", "run-2", claim(0, 400, "trips"));
        JournalState state =
                new JournalState(ledger.tip("p"), List.of(), ledger.view().tip(), Long.MIN_VALUE);
        assertThat(looked(Start.resuming(request, state, owner), ledger))
                .isInstanceOfSatisfying(
                        StartStep.Refused.class,
                        refused -> assertThat(refused.refusal().code()).isEqualTo(Refusal.Code.LEDGER_OWNED));
    }

    /** Returns the step of a start that has read a ledger with a foreign record before the confirmation of q. */
    private static StartStep looked(Start start, TestLedger ledger) {
        List<byte[]> records = ledger.bytes();
        records.add(7, FOREIGN);
        WantedDigests wanted = ((StartStep.Read) start.next()).wanted();
        return start.read(read(records, wanted, true, ledger.view().tip()), false)
                .next();
    }

    @Test
    void what_a_store_says_is_missing_is_never_skipped() {
        LedgerReader reader = new LedgerReader(DOMAIN, WantedDigests.NOTHING);
        List<LedgerRecord> records = running().own("p", "run-3", claim(0, 400, "trips")).records;
        for (LedgerRecord record : records) {
            reader.accept(record);
        }
        reader.missing();
        assertThat(reader.view().broken()).isPresent();
        assertThat(reader.view().skipped().isEmpty()).isTrue();
    }
}
