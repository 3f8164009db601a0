package dev.weir.testing.world;

import dev.weir.accountant.journal.Refusal;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.publish.SavedJournal;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import java.io.IOException;

/**
 * Records in a ledger that a job goes on from a checkpoint which lacks what a lost job has published, as {@code weir ledger adopt} does.
 *
 * @param plan the queries
 * @param access opens the ledger
 * @param schedule which windows are released
 */
record AdoptedCheckpoint(Plan plan, LedgerAccess access, Schedule schedule) {

    private static final String RUN = "audit-adoption";

    /**
     * Adopts a checkpoint, and returns what the adoption closes: nothing if the lost job was killed before it published anything, so that the
     * checkpoint goes on as it is.
     *
     * @param state the URI of the checkpoint
     * @param clock the latest time of a slot that any job has read, epoch milliseconds
     * @throws IOException if state or ledger cannot be read
     */
    Closing closing(String state, long clock) throws IOException, InterruptedException {
        SavedJournal saved = SavedJournal.of(state).orElseThrow(() -> new IOException("the checkpoint has no journal"));
        LedgerStart.Place place = new LedgerStart.Place(plan.domain(), access.pipeline(), RUN);
        Start start = Start.adopting(
                access.request(plan, RUN, LedgerAccess.firstPeriod(plan, schedule)), saved.chain(), clock);
        try (Ledger ledger = access.open(plan)) {
            StartStep end = new LedgerStart(ledger, place, start).drive();
            if (end instanceof StartStep.Refused refused) {
                if (refused.refusal().code() == Refusal.Code.LEDGER_FITS) {
                    return Closing.NOTHING;
                }
                throw LedgerStart.refused(refused.refusal());
            }
            return ((StartStep.Adopted) end).adoption().closing();
        }
    }
}
