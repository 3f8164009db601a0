package dev.weir.accountant.journal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.LedgerRecord;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Tests that a reader that goes on from what another one hands on reads what one reader of everything reads. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HandedLedgerTest {

    private static LedgerReader read(LedgerReader reader, List<LedgerRecord> records) {
        records.forEach(reader::accept);
        return reader;
    }

    private static LedgerReader whole(List<LedgerRecord> records, WantedDigests wanted) {
        return read(new LedgerReader(TestLedger.DOMAIN, wanted), records);
    }

    private static TestLedger twoBatches() {
        TestLedger ledger = new TestLedger().decide(TestLedger.declaration(1000));
        return ledger.own("a", "run", TestLedger.claim(0, 500, "q"))
                .batch("a", "q", 1, "x", "y")
                .batch("a", "q", 2, "x", "y");
    }

    @RepeatedTest(20)
    void what_is_handed_on_at_any_place_leads_to_the_view_of_everything(RepetitionInfo run) {
        List<LedgerRecord> records = RandomLedger.withSnapshots(new SplittableRandom(run.getCurrentRepetition()), 40);
        WantedDigests wanted = new WantedDigests("a", Set.of(1L, 2L, 3L), 2);
        LedgerReader all = whole(records, wanted);
        assertThat(all.view().broken()).isEmpty();
        int handed = 0;
        for (int cut = 0; cut <= records.size(); cut++) {
            Optional<byte[]> bytes = whole(records.subList(0, cut), wanted).handedOn();
            if (bytes.isPresent()) {
                LedgerReader further = LedgerReader.goingOn(bytes.get(), TestLedger.DOMAIN, wanted)
                        .orElseThrow();
                read(further, records.subList(cut, records.size()));
                assertThat(further.view()).isEqualTo(all.view());
                assertThat(further.batchesSinceSnapshot()).isEqualTo(all.batchesSinceSnapshot());
                handed++;
            }
        }
        assertThat(handed).isPositive();
    }

    @Test
    void nothing_is_handed_on_within_a_batch_at_a_break_behind_unreadable_bytes_or_while_a_snapshot_is_awaited() {
        TestLedger ledger = twoBatches();
        List<LedgerRecord> records = List.copyOf(ledger.records);
        WantedDigests nothing = WantedDigests.NOTHING;
        assertThat(whole(records, nothing).handedOn()).isPresent();
        assertThat(whole(records.subList(0, records.size() - 1), nothing).handedOn())
                .isEmpty();
        LedgerReader broken = whole(records, nothing);
        broken.accept(records.get(0));
        assertThat(broken.handedOn()).isEmpty();
        LedgerReader skipping = whole(records, nothing);
        skipping.accept(new byte[] {42});
        assertThat(skipping.handedOn()).isEmpty();
        assertThat(whole(ledger.decide(new Barrier()).records, nothing).handedOn())
                .isEmpty();
    }

    @Test
    void nobody_goes_on_who_wants_a_digest_of_a_batch_that_was_read_and_not_remembered() {
        byte[] handed = whole(twoBatches().records, new WantedDigests("a", Set.of(1L), 0))
                .handedOn()
                .orElseThrow();
        byte[] forgetful =
                whole(twoBatches().records, WantedDigests.NOTHING).handedOn().orElseThrow();
        WantedDigests early = new WantedDigests("a", Set.of(1L, 2L, 3L), 0);
        WantedDigests late = new WantedDigests("a", Set.of(2L, 3L), 0);
        assertThat(LedgerReader.goingOn(handed, TestLedger.DOMAIN, early)).isPresent();
        assertThat(LedgerReader.goingOn(forgetful, TestLedger.DOMAIN, early)).isEmpty();
        assertThat(LedgerReader.goingOn(forgetful, TestLedger.DOMAIN, late)).isPresent();
    }

    @Test
    void nobody_goes_on_from_damaged_bytes_or_in_another_domain() {
        byte[] handed =
                whole(twoBatches().records, WantedDigests.NOTHING).handedOn().orElseThrow();
        assertThat(LedgerReader.goingOn(handed, "other", WantedDigests.NOTHING)).isEmpty();
        assertThat(LedgerReader.goingOn(new byte[0], TestLedger.DOMAIN, WantedDigests.NOTHING))
                .isEmpty();
        for (int at = 0; at < handed.length; at++) {
            byte[] damaged = handed.clone();
            damaged[at] ^= 1;
            assertThat(LedgerReader.goingOn(damaged, TestLedger.DOMAIN, WantedDigests.NOTHING))
                    .isEmpty();
        }
    }
}
