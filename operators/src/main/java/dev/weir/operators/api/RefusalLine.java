package dev.weir.operators.api;

import dev.weir.operators.state.restore.StartRefused;
import java.util.Optional;

/**
 * Prints an uncaught refusal of a job's start as one line, because its stack trace shows only Flink's threads.
 *
 * <p>This handler is set on the thread that builds the job, because {@code execute} throws there. If the thread or the process has another
 * handler, that handler is used instead. Any other failure is printed as usual.
 *
 * @param hint the text that is added if the state is older than the ledger
 */
record RefusalLine(String hint) implements Thread.UncaughtExceptionHandler {

    /** Sets this handler on the current thread, if the thread has no handler of its own. */
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
