package dev.weir.operators.state.restore;

import java.util.Optional;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.SerializedThrowable;
import org.jspecify.annotations.Nullable;

/**
 * The refusal of an operator or a sink to go on with the state or the settings of its job.
 *
 * <p>A restart would meet the same state and settings, so the exception is thrown inside Flink's {@link
 * SuppressRestartsException} ({@link #asFailure}), which ends the job. Flink hands failures from process to process as
 * {@link SerializedThrowable}, which shows class name and message alone but carries the exception's bytes; {@link #in}
 * reads the exception, and so its code, out of them.
 */
public final class StartRefused extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The remedy where units are known by another field. */
    public static final String OTHER_UNITS =
            "other ids would have new budgets: read the ids from that field again, in that form;"
                    + " if the field has only another name now, give the name that is known in source.unit-was";

    /** The remedy where the meaning of a query has changed under the same version. */
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
        /** The place of the ledger does not keep what a ledger has to promise. */
        LEDGER_UNUSABLE,
        /** The ledger knows batches that the state does not: an old savepoint, or none. */
        LEDGER_AHEAD,
        /** The state knows entries that the ledger does not have: the ledger is lost, truncated or another one. */
        LEDGER_BEHIND,
        /** State and ledger both know an entry with this number, and the entries differ. */
        LEDGER_FORK,
        /** The ledger's records do not fit together. */
        LEDGER_BROKEN,
        /** Another run owns the pipeline. */
        LEDGER_OWNED,
        /** The ledger declares another privacy unit or another budget of the domain. */
        LEDGER_DECLARATION,
        /** The ledger reads the ids of units from another field, or in another form. */
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
     * A refusal.
     *
     * @param code the reason
     * @param reason one line that names the remedy; it names configuration, never a record's content
     */
    public StartRefused(Code code, String reason) {
        super(code + ": " + reason);
        this.code = code;
    }

    /** The reason. */
    public Code code() {
        return code;
    }

    /** The exception to throw, which keeps Flink from restarting the job. */
    public SuppressRestartsException asFailure() {
        return new SuppressRestartsException(this);
    }

    /**
     * The refusal that made a job fail, if one did.
     *
     * @param failure a job's failure, in this process or as Flink has handed it over from another
     */
    public static Optional<StartRefused> in(Throwable failure) {
        @Nullable Throwable cause = failure;
        while (cause != null && !(cause instanceof StartRefused)) {
            cause = next(cause);
        }
        return Optional.ofNullable((StartRefused) cause);
    }

    /**
     * The failure that Flink has serialized, or its cause if that could not be serialized; Flink's own search ends
     * there.
     */
    private static @Nullable Throwable next(Throwable failure) {
        if (failure instanceof SerializedThrowable serialized) {
            Throwable original = serialized.deserializeError(StartRefused.class.getClassLoader());
            return original == failure ? failure.getCause() : original;
        }
        return failure.getCause();
    }
}
