package dev.weir.operators.state.restore;

import java.util.Optional;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.SerializedThrowable;
import org.jspecify.annotations.Nullable;

/**
 * The refusal of an operator or a sink to go on with the state or the settings of its job.
 *
 * <p>A restart would find the same state and settings, so the exception is thrown inside Flink's {@link
 * SuppressRestartsException} ({@link #asFailure}), which ends the job. Flink passes failures between processes as
 * {@link SerializedThrowable}, which shows only class name and message but contains the exception's bytes. {@link #in}
 * restores the exception, with its code, from these bytes.
 */
public final class StartRefused extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The remedy if the state or ledger knows the units by another field. */
    public static final String OTHER_UNITS =
            "other ids would have new budgets: read the ids from that field again, in that form;"
                    + " if the field has only another name now, give the name that is known in source.unit-was";

    /** The remedy if the meaning of a query has changed under the same version. */
    public static final String OTHER_MEANING = "raise the version, or take the change back";

    private final Code code;

    /** The reasons for a refusal. Their names are public: they begin the message, and scripts may look for them. */
    public enum Code {
        /** The state is missing, belongs to another job, or is older than what has been published. */
        STATE_LOST,
        /** The state cannot be carried over: an unknown format, or a budget in another currency. */
        STATE_UNUSABLE,
        /** The settings of the cluster would break the guarantee. */
        UNSAFE_SETTINGS,
        /**
         * The place of the ledger cannot keep the promises of a ledger, or the ledger's time contradicts this machine's
         * clock.
         */
        LEDGER_UNUSABLE,
        /**
         * The ledger contains batches that the state does not know: the job was started from an old savepoint, or from
         * none.
         */
        LEDGER_AHEAD,
        /**
         * The state knows entries that the ledger does not contain: the ledger is lost or truncated, or is a different
         * ledger.
         */
        LEDGER_BEHIND,
        /** State and ledger both have an entry with the same number, and the entries differ. */
        LEDGER_FORK,
        /** The ledger's records do not fit together. */
        LEDGER_BROKEN,
        /** Another run owns the pipeline. */
        LEDGER_OWNED,
        /** The ledger declares another privacy unit or another budget of the domain. */
        LEDGER_DECLARATION,
        /** According to the ledger, the ids of units, or the times that tell their periods, are read from another field, or in another form. */
        LEDGER_UNIT,
        /** The claims of the domain's pipelines would add up to more than its budget. */
        LEDGER_BUDGET,
        /** A replay of the same pipeline has spent its budget over some of the same periods already. */
        LEDGER_SPENT,
        /** Another pipeline of the domain has a query of this name. */
        LEDGER_QUERY,
        /** The meaning of a query has changed under the same version. */
        QUERY_CHANGED,
        /** The state fits the ledger, so that there is nothing to adopt. */
        LEDGER_FITS,
        /** A batch is about periods that the run has not claimed, or that an adoption has closed. */
        LEDGER_CLOSED
    }

    /**
     * Creates a refusal.
     *
     * @param code the reason
     * @param reason one line that names the remedy. It may contain configuration but no content of a record
     */
    public StartRefused(Code code, String reason) {
        super(code + ": " + reason);
        this.code = code;
    }

    /** The reason for the refusal. */
    public Code code() {
        return code;
    }

    /** Wraps this refusal in the exception to throw, which keeps Flink from restarting the job. */
    public SuppressRestartsException asFailure() {
        return new SuppressRestartsException(this);
    }

    /**
     * Finds the refusal that made a job fail; empty if the cause was something else.
     *
     * @param failure the failure of a job, from this process or passed on by Flink from another process
     */
    public static Optional<StartRefused> in(Throwable failure) {
        @Nullable Throwable cause = failure;
        while (cause != null && !(cause instanceof StartRefused)) {
            cause = next(cause);
        }
        return Optional.ofNullable((StartRefused) cause);
    }

    /**
     * The next exception in the chain of causes. For a serialized failure it is the original exception, or the
     * failure's cause if the original could not be restored. Flink's own search stops at a serialized failure.
     */
    private static @Nullable Throwable next(Throwable failure) {
        if (failure instanceof SerializedThrowable serialized) {
            Throwable original = serialized.deserializeError(StartRefused.class.getClassLoader());
            return original == failure ? failure.getCause() : original;
        }
        return failure.getCause();
    }
}
