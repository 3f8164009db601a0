package dev.weir.operators.state.restore;

import java.util.Optional;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.SerializedThrowable;
import org.jspecify.annotations.Nullable;

/**
 * The start guard's answer: an operator or a sink refuses to go on with the state or the settings that its job was given.
 *
 * <p>A restart would meet the same state and settings, so the exception is thrown inside Flink's
 * {@link SuppressRestartsException} ({@link #asFailure}), which ends the job. Flink hands failures from process to process as
 * {@link SerializedThrowable}, which shows class name and message alone but carries the exception's bytes; {@link #in}
 * reads the exception, and so its code, out of them.
 */
public final class StartRefused extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** What to do where units are known by another field. */
    public static final String OTHER_UNITS =
            "other ids would have new budgets: read the ids from that field again, in that form;"
                    + " if the field has only another name now, give the name that is known in source.unit-was";

    /** What to do where a query means something else than before under the same version. */
    public static final String OTHER_MEANING = "raise the version, or take the change back";

    private final Code code;

    /** What is wrong. The names are public: they begin the message, and scripts may look for them. */
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
        /** The state knows of something that the ledger does not have: a lost, truncated or wrong ledger. */
        LEDGER_BEHIND,
        /** State and ledger both know an entry, and it is not the same one. */
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
        /** A query means something else than what was released of it under the same version. */
        QUERY_CHANGED,
        /** The state fits the ledger, so that there is nothing to adopt. */
        LEDGER_FITS,
        /** A batch is about periods that have not been claimed or that an adoption has closed. */
        LEDGER_CLOSED
    }

    /**
     * A refusal.
     *
     * @param code what is wrong
     * @param reason one line that says what to do; names configuration, never a record's content
     */
    public StartRefused(Code code, String reason) {
        super(code + ": " + reason);
        this.code = code;
    }

    /** What is wrong. */
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

    /** What Flink serialized; its cause, where that could not be serialized. Flink's own search gives up there. */
    private static @Nullable Throwable next(Throwable failure) {
        if (failure instanceof SerializedThrowable serialized) {
            Throwable original = serialized.deserializeError(StartRefused.class.getClassLoader());
            return original == failure ? failure.getCause() : original;
        }
        return failure.getCause();
    }
}
