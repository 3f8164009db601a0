package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.TestLedger;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.LedgerRecord;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What a start finds behind its own ownership, in a store that does not keep what the protocol assumes. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StartConfirmationTest {

    @Test
    void an_ownership_that_is_not_in_the_ledger_that_is_read_starts_nothing() {
        TestLedger ledger = StartTest.ledger(2);
        assertThat(StartTest.refusal(
                        StartTest.run(Start.of(StartTest.REQUEST, StartTest.state(2, 2)), ledger, entries -> {})))
                .isEqualTo(Code.LEDGER_BEHIND);
        TestLedger other = StartTest.ledger(2);
        Claim elsewhere = claim(0, 600, "trips");
        assertThat(StartTest.refusal(StartTest.run(
                        Start.of(StartTest.REQUEST, StartTest.state(2, 2)),
                        other,
                        entries -> other.own("p", "run-1", elsewhere))))
                .isEqualTo(Code.LEDGER_FORK);
    }

    /** A store that has not fenced the older owner: its batch comes between the reading and the ownership, or behind it. */
    @Test
    void a_batch_that_came_between_the_reading_and_the_ownership_or_behind_it_is_found_before_anything_is_released() {
        for (boolean isBehind : List.of(false, true)) {
            TestLedger ledger = StartTest.ledger(2);
            List<LedgerRecord> late = StartTest.ledger(3)
                    .records
                    .subList(ledger.records.size(), StartTest.ledger(3).records.size());
            StartStep step =
                    StartTest.run(Start.of(StartTest.request("run-2", 700), StartTest.state(2, 3)), ledger, entries -> {
                        ledger.records.addAll(isBehind ? entries : late);
                        ledger.records.addAll(isBehind ? late : entries);
                    });
            assertThat(StartTest.refusal(step)).isEqualTo(Code.LEDGER_BROKEN);
        }
    }

    @Test
    void a_later_owner_is_found_before_anything_is_released() {
        TestLedger ledger = StartTest.ledger(2);
        StartStep step = StartTest.run(Start.of(StartTest.REQUEST, StartTest.state(2, 2)), ledger, entries -> {
            ledger.records.addAll(entries);
            ledger.own("p", "run-2", claim(0, 700, "trips"));
        });
        assertThat(StartTest.refusal(step)).isEqualTo(Code.LEDGER_OWNED);
    }
}
