package dev.weir.accountant.journal;

/**
 * The reason why a run does not start or does not go on. Nothing is published after a refusal.
 *
 * @param code the reason, as documented for operators
 * @param detail the details: numbers and names from configuration and ledger, no released value and no unit
 */
public record Refusal(Code code, String detail) {

    /** The reasons for a refusal. */
    public enum Code {
        /**
         * The ledger has batches that the state does not know: the run has started from an old savepoint, or without a
         * state.
         */
        LEDGER_AHEAD,
        /**
         * The state knows entries that the ledger does not have: the ledger is lost or truncated, or is another ledger.
         */
        LEDGER_BEHIND,
        /** The state and the ledger have different entries with the same number. */
        LEDGER_FORK,
        /** The ledger's records do not fit together. */
        LEDGER_BROKEN,
        /** A run with another name owns the pipeline. */
        LEDGER_OWNED,
        /** A later attempt of the same run owns the pipeline: this attempt ends, the run goes on. */
        LEDGER_SUPERSEDED,
        /** The ledger declares another privacy unit or another budget, or the wanted raise of the budget is not possible. */
        LEDGER_DECLARATION,
        /** The ledger declares another field of the units' ids or, for units with periods, of event times, or another form. */
        LEDGER_UNIT,
        /** The claims of the domain's pipelines would add up to more than the domain's budget. */
        LEDGER_BUDGET,
        /** Another pipeline of the domain has a query of this name: their releases would have the same ids. */
        LEDGER_QUERY,
        /** A query has another meaning than the ledger states for the same version, or the share of the pipeline grew by other steps. */
        QUERY_CHANGED,
        /** The state fits the ledger, so that there is nothing to adopt. */
        LEDGER_FITS,
        /** A batch is about periods that the run has not claimed, or about periods or windows that an adoption has closed. */
        LEDGER_CLOSED
    }

    /**
     * Whether the run must not be restarted automatically. The exception is an attempt that a later attempt of the same
     * run has replaced: only the attempt ends.
     */
    public boolean isForGood() {
        return code != Code.LEDGER_SUPERSEDED;
    }

    @Override
    public String toString() {
        return code + ": " + detail;
    }
}
