package dev.weir.operators.api;

import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.Plan;

/** Chooses where a job keeps its ledger. */
@FunctionalInterface
interface LedgerChoice {

    /**
     * Keeps the ledger in a folder beside the checkpoints. The job is then the only pipeline of its domain, and the
     * pipeline has the name of the domain. {@link RunAgain} distinguishes the runs of the job.
     */
    LedgerChoice BESIDE_CHECKPOINTS =
            (checkpoints, plan) -> LedgerAccess.ofOnly(RunAgain.ledger(checkpoints, plan.domain()), plan.domain());

    /** Keeps no ledger. */
    LedgerChoice NONE = (checkpoints, plan) -> LedgerAccess.none(plan.domain());

    /**
     * Returns the ledger of a job.
     *
     * @param checkpoints the URI of the folder for the job's checkpoints
     * @param plan the queries that the job releases
     */
    LedgerAccess of(String checkpoints, Plan plan);
}
