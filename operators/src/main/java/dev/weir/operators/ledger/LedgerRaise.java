package dev.weir.operators.ledger;

import dev.weir.accountant.journal.BudgetRaise;
import dev.weir.accountant.journal.BudgetRaise.Decision;
import dev.weir.accountant.journal.Refusal;
import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.util.List;

/**
 * Records a {@link BudgetRaise} in a ledger. A raise takes the domain's id, which pipelines hold only while they start,
 * and no pipeline's id, so running pipelines go on.
 *
 * <p>The decision is made once without the domain's id and once more after the id has been taken. The write fails if
 * anybody else has taken the id in between. So no claim and no other raise can be written between the second decision's
 * reading of the ledger and the raise. A pipeline's start that was under way begins again.
 */
public final class LedgerRaise {

    private final Ledger ledger;
    private final LedgerReadings readings;
    private final String domain;
    private final Declaration wanted;
    private final LedgerClock clock;

    /**
     * Creates a raise. Nothing is recorded until {@link #drive} is called.
     *
     * @param ledger the ledger, which nobody else in this process uses until the raise has ended
     * @param domain the name of the domain
     * @param wanted the domain's unit and the larger budget
     * @param clock the clock of {@code ledger}, which is read at each decision because taking the domain's id may take
     * long
     */
    public LedgerRaise(Ledger ledger, String domain, Declaration wanted, LedgerClock clock) {
        this.ledger = ledger;
        this.readings = new LedgerReadings(ledger, domain);
        this.domain = domain;
        this.wanted = wanted;
        this.clock = clock;
    }

    /**
     * The ledger's budget after a raise.
     *
     * @param budget the budget, with the raise
     * @param isNew whether this call recorded the raise; false if it had been recorded before
     */
    public record Raised(DomainBudget budget, boolean isNew) {}

    /**
     * Records the raise, unless it has been recorded before.
     *
     * @throws IOException if the ledger cannot be reached, or other processes have taken the domain's id 30 times
     * @throws StartRefused if the raise is refused, or the newest record is more than a day ahead of this machine's
     *     clock
     */
    public Raised drive() throws IOException, InterruptedException {
        boolean hasWritten = false;
        for (int losses = 0; losses < LedgerStart.MOST_LOSSES; losses++) {
            if (decide() instanceof Decision.Declared declared) {
                return new Raised(declared.budget(), hasWritten);
            }
            ledger.takeDomain();
            if (decide() instanceof Decision.Write write) {
                Ledger.Result result = ledger.writeDomain(List.of(write.entry()));
                hasWritten |= result != Ledger.Result.FENCED;
                if (result != Ledger.Result.WRITTEN) {
                    LedgerStart.pause();
                }
            }
            ledger.releaseDomain();
        }
        throw LedgerStart.alwaysLost(domain);
    }

    private Decision decide() throws IOException, InterruptedException {
        LedgerView view = readings.read(WantedDigests.NOTHING);
        Decision decision = new BudgetRaise(wanted, clock.latest()).decide(view);
        if (decision instanceof Decision.Refuse refuse) {
            throw refused(refuse.refusal());
        }
        return decision;
    }

    private static StartRefused refused(Refusal refusal) {
        return refusal.code() == Refusal.Code.LEDGER_DECLARATION
                ? new StartRefused(StartRefused.Code.LEDGER_DECLARATION, refusal.detail())
                : LedgerStart.refused(refusal);
    }
}
