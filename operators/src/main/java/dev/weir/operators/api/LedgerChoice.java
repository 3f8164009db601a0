package dev.weir.operators.api;

import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.Plan;

/** The place of a job's ledger. */
@FunctionalInterface
interface LedgerChoice {

    /**
     * A folder beside the checkpoints. The job's pipeline is then the only one of its domain and has the domain's name.
     * {@link RunAgain} tells the runs of the job apart.
     */
    LedgerChoice BESIDE_CHECKPOINTS =
            (checkpoints, plan) -> LedgerAccess.ofOnly(RunAgain.ledger(checkpoints, plan.domain()), plan.domain());

    /** No ledger. */
    LedgerChoice NONE = (checkpoints, plan) -> LedgerAccess.none(plan.domain());

    /**
     * The ledger of a job.
     *
     * @param checkpoints the URI of the folder for its checkpoints
     * @param plan what it releases
     */
    LedgerAccess of(String checkpoints, Plan plan);
}
