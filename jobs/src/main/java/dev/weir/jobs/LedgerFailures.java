package dev.weir.jobs;

import dev.weir.operators.restore.StartRefused;
import java.util.concurrent.Callable;

/** Turns the refusals of a ledger into the failure of a command. */
final class LedgerFailures {

    private LedgerFailures() {}

    /**
     * The result of a call.
     *
     * @throws CommandFailure in place of a {@link StartRefused}
     */
    static <T> T telling(Callable<T> call) throws Exception {
        try {
            return call.call();
        } catch (RuntimeException e) {
            throw refused(e);
        }
    }

    /** The failure of a command if an exception contains a {@link StartRefused}, else the exception. */
    static RuntimeException refused(RuntimeException e) {
        return StartRefused.in(e)
                .<RuntimeException>map(
                        refusal -> new CommandFailure(CommandFailure.REFUSED, String.valueOf(refusal.getMessage())))
                .orElse(e);
    }
}
