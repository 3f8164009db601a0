package dev.weir.operators.api;

import dev.weir.operators.state.restore.StartRefused;
import java.util.Optional;

/**
 * Prints a refusal that nobody catches as one line, because its stack trace shows only Flink's threads.
 *
 * <p>It is set on the thread that builds the job, which is where {@code execute} throws, and steps back for every handler that the
 * thread or the process has. Every other failure is printed as ever.
 *
 * @param hint what to add where the state is older than the ledger
 */
record RefusalLine(String hint) implements Thread.UncaughtExceptionHandler {

    /** Sets it on this thread, if the thread has no handler of its own. */
    void set() {
        Thread thread = Thread.currentThread();
        if (thread.getUncaughtExceptionHandler() == thread.getThreadGroup()) {
            thread.setUncaughtExceptionHandler(this);
        }
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        Optional<StartRefused> refused = StartRefused.in(failure);
        if (refused.isPresent() && Thread.getDefaultUncaughtExceptionHandler() == null) {
            System.err.println(line(refused.get()));
        } else {
            thread.getThreadGroup().uncaughtException(thread, failure);
        }
    }

    private String line(StartRefused refused) {
        return refused.getMessage() + (refused.code() == StartRefused.Code.LEDGER_AHEAD ? hint : "");
    }
}
