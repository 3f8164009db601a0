package dev.weir.operators.publish.commit;

import java.util.function.Consumer;

/**
 * Does one thing after the other in a thread of its own, until it is interrupted or one fails.
 *
 * @param work waits until something is due, and does it
 * @param failed is told of the failure
 */
public record CommitLoop(Work work, Consumer<Exception> failed) implements Runnable {

    /** Waits until something is due, and does it. */
    @FunctionalInterface
    public interface Work {
        /**
         * Waits until something is due, and does it.
         *
         * @throws Exception what ends the loop
         */
        void doNext() throws Exception;
    }

    /**
     * A thread that does it, which has been started.
     *
     * @param name the name of the thread
     */
    public Thread start(String name) {
        Thread thread = new Thread(this, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                work.doNext();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception | Error e) {
            failed.accept(
                    e instanceof Exception exception ? exception : new IllegalStateException("committing failed", e));
        }
    }
}
