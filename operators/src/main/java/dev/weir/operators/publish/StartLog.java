package dev.weir.operators.publish;

import dev.weir.accountant.journal.StartStep;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.Plan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log what a granted start has found in the ledger. Names and numbers of the configuration alone.
 *
 * @param plan what the job releases
 * @param access where its ledger is
 */
record StartLog(Plan plan, LedgerAccess access) {

    private static final Logger LOG = LoggerFactory.getLogger(LedgerPublishOperator.class);

    /**
     * Warns where the domain is new there, and of what has changed since the last start of the pipeline.
     *
     * @param isFirst whether the ledger had no entry of the domain before
     */
    void say(StartStep.Go go, boolean isFirst) {
        if (isFirst) {
            sayFirst();
        }
        go.changes().forEach(change -> LOG.warn("pipeline {}: {}", access.pipeline(), change));
    }

    /** Another place is another ledger, hence another budget, and nothing but people knows whether there is one. */
    private void sayFirst() {
        LOG.warn(
                "THIS IS THE FIRST START OF DOMAIN {}: nothing counts as spent yet, and its ledger is in {} from now on. If the same"
                        + " records were released before, with the ledger in another place, stop this job and name that place:"
                        + " these losses add.",
                plan.domain(),
                access.place());
    }
}
