package dev.weir.accountant.journal;

/**
 * Why a run does not start, or does not go on. Nothing has been published.
 *
 * @param code what an operator looks up
 * @param detail numbers and names from configuration and ledger; nothing that was released, nothing of a unit
 */
public record Refusal(Code code, String detail) {

    /** What can stand against a start. */
    public enum Code {
        /** The ledger knows batches that the state does not: an old savepoint, or none. */
        LEDGER_AHEAD,
        /** The state knows of something that the ledger does not have: a lost, truncated or wrong ledger. */
        LEDGER_BEHIND,
        /** State and ledger both know an entry, and it is not the same one. */
        LEDGER_FORK,
        /** The ledger's records do not fit together. */
        LEDGER_BROKEN,
        /** A run of another name owns the pipeline. */
        LEDGER_OWNED,
        /** A later attempt of the same run owns the pipeline: this attempt ends, the run goes on. */
        LEDGER_SUPERSEDED,
        /** The ledger declares another privacy unit or another budget. */
        LEDGER_DECLARATION,
        /** The ledger reads the ids of units from another field, or in another form. */
        LEDGER_UNIT,
        /** The claims of the domain's pipelines would add up to more than its budget. */
        LEDGER_BUDGET,
        /** Another pipeline of the domain has a query of this name: their releases would have the same ids. */
        LEDGER_QUERY,
        /** A query means something else than what was released of it under the same version. */
        QUERY_CHANGED,
        /** The state fits the ledger, so that there is nothing to adopt. */
        LEDGER_FITS,
        /** A batch is about periods that have not been claimed or that an adoption has closed. */
        LEDGER_CLOSED
    }

    /** Whether the run must not be restarted by itself. Only the attempt ends when a later one of its run has taken over. */
    public boolean isForGood() {
        return code != Code.LEDGER_SUPERSEDED;
    }

    @Override
    public String toString() {
        return code + ": " + detail;
    }
}
