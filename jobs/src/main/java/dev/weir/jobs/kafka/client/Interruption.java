package dev.weir.jobs.kafka.client;

/** Turns the exception that a Kafka client throws when its thread is interrupted into Java's. */
public final class Interruption {

    private Interruption() {}

    /**
     * Java's exception in place of {@link org.apache.kafka.common.errors.InterruptException}. Kafka's exception sets the
     * thread's interrupt flag; this clears the flag, because the exception stands for it.
     *
     * @param activity the interrupted activity
     */
    public static InterruptedException during(String activity) {
        boolean wasSet = Thread.interrupted();
        return new InterruptedException("interrupted while " + activity + ", flag " + wasSet);
    }
}
