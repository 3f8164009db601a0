package dev.weir.operators.api;

import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.Plan;

/** Where the ledger of a job is. */
@FunctionalInterface
interface LedgerChoice {

    /** Beside the checkpoints, where this job's pipeline is the only one of its domain and has its name. {@link RunAgain} tells its runs apart. */
    LedgerChoice BESIDE_CHECKPOINTS =
            (checkpoints, plan) -> LedgerAccess.ofOnly(RunAgain.ledger(checkpoints, plan.domain()), plan.domain());

    /** Nowhere. */
    LedgerChoice NONE = (checkpoints, plan) -> LedgerAccess.none(plan.domain());

    /**
     * The ledger of a job.
     *
     * @param checkpoints the URI of the folder for its checkpoints
     * @param plan what it releases
     */
    LedgerAccess of(String checkpoints, Plan plan);
}
