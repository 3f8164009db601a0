package dev.weir.operators.publish.commit;

import java.util.List;
import java.util.function.Consumer;

/**
 * Repeats some work in a thread of its own until the thread is interrupted or the work fails.
 *
 * @param work the work; each call of it waits until the committer asks for a step, and performs this step
 * @param failed receives the exception if the work fails
 */
public record CommitLoop(Work work, Consumer<Exception> failed) implements Runnable {

    private static final long END_MILLIS = 10_000;

    /** Work that consists of the steps that a committer asks for. */
    @FunctionalInterface
    public interface Work {
        /**
         * Waits until the committer asks for a step, and performs this step.
         *
         * @throws Exception if the step fails, which ends the loop
         */
        void doNext() throws Exception;
    }

    /**
     * Starts a thread that runs this loop.
     *
     * @param name the name of the thread
     */
    public Thread start(String name) {
        Thread thread = new Thread(this, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * Interrupts threads, and waits up to 10 seconds for each of them to end.
     *
     * @param threads the threads that {@link #start} has returned
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public static void stop(List<Thread> threads) throws InterruptedException {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            thread.join(END_MILLIS);
        }
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
