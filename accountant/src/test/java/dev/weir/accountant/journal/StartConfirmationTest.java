package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.SteppedStarts.REQUEST;
import static dev.weir.accountant.journal.SteppedStarts.ledger;
import static dev.weir.accountant.journal.SteppedStarts.refusal;
import static dev.weir.accountant.journal.SteppedStarts.request;
import static dev.weir.accountant.journal.SteppedStarts.run;
import static dev.weir.accountant.journal.SteppedStarts.state;
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

/** Tests what a start reads after its own ownership entry. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StartConfirmationTest {

    @Test
    void an_ownership_that_is_not_in_the_ledger_that_is_read_starts_nothing() {
        TestLedger ledger = ledger(2);
        assertThat(refusal(run(Start.of(REQUEST, state(2, 2)), ledger, entries -> {})))
                .isEqualTo(Code.LEDGER_BEHIND);
        TestLedger other = ledger(2);
        Claim elsewhere = claim(0, 600, "trips");
        assertThat(refusal(run(Start.of(REQUEST, state(2, 2)), other, entries -> other.own("p", "run-1", elsewhere))))
                .isEqualTo(Code.LEDGER_FORK);
    }

    /**
     * The store here does not fence the older owner: its batch lands between the reading and the ownership, or after the
     * ownership.
     */
    @Test
    void a_batch_that_came_between_the_reading_and_the_ownership_or_behind_it_is_found_before_anything_is_released() {
        for (boolean isBehind : List.of(false, true)) {
            TestLedger ledger = ledger(2);
            List<LedgerRecord> late = ledger(3)
                    .records
                    .subList(ledger.records.size(), ledger(3).records.size());
            StartStep step = run(Start.of(request("run-2", 700), state(2, 3)), ledger, entries -> {
                ledger.records.addAll(isBehind ? entries : late);
                ledger.records.addAll(isBehind ? late : entries);
            });
            assertThat(refusal(step)).isEqualTo(Code.LEDGER_BROKEN);
        }
    }

    @Test
    void a_later_owner_is_found_before_anything_is_released() {
        TestLedger ledger = ledger(2);
        StartStep step = run(Start.of(REQUEST, state(2, 2)), ledger, entries -> {
            ledger.records.addAll(entries);
            ledger.own("p", "run-2", claim(0, 700, "trips"));
        });
        assertThat(refusal(step)).isEqualTo(Code.LEDGER_OWNED);
    }
}
