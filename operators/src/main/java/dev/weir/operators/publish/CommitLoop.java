package dev.weir.operators.publish;

import java.util.function.Consumer;

/**
 * Repeats some work in a thread of its own, until it is interrupted or the work fails.
 *
 * @param work waits until a step is due, and does it
 * @param failed receives the failure
 */
record CommitLoop(Work work, Consumer<Exception> failed) implements Runnable {

    /** One step of the work: waits until it is due, and does it. */
    @FunctionalInterface
    interface Work {
        void doNext() throws Exception;
    }

    /** Starts a thread that runs this loop. */
    Thread start(String name) {
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
