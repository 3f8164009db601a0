package dev.weir.jobs.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.state.restore.StartRefused;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerCopyTest {

    private static LedgerView view(Share... starts) {
        LedgerReader reader = new LedgerReader("rides", WantedDigests.NOTHING);
        decide(reader, new Declaration(PrivacyUnit.USER, femto(1000), Delta.ZERO));
        for (Share start : starts) {
            Claim claim = new Claim(0, femto(start.femto()), Delta.ZERO, List.of());
            decide(reader, new Ownership("p", "run", ChainOrigin.ofPipeline("rides", "p"), Long.MIN_VALUE, claim));
        }
        return reader.view();
    }

    /** The share that a start claims. */
    private record Share(long femto) {}

    private static Amount femto(long femto) {
        return new Amount(Currency.EPSILON, femto);
    }

    private static void decide(LedgerReader reader, DomainEvent event) {
        reader.accept(DomainEntry.after(reader.view().tip(), event));
    }

    @Test
    void a_ledger_that_a_job_has_written_to_while_it_was_copied_is_refused_and_the_jobs_are_to_be_cancelled() {
        LedgerView before = view(new Share(400));
        LedgerCopy.requireUnchanged(before, view(new Share(400)));
        assertThatThrownBy(() -> LedgerCopy.requireUnchanged(before, view(new Share(400), new Share(400))))
                .satisfies(failure -> assertThat(StartRefused.in(failure))
                        .hasValueSatisfying(refusal -> assertThat(refusal)
                                .hasMessageStartingWith("LEDGER_OWNED: ")
                                .hasMessageContaining("cancel the jobs first")));
    }
}
