package dev.weir.jobs.kafka.client;

/** Translates the exception that a Kafka client throws in an interrupted thread into Java's {@link InterruptedException}. */
public final class Interruption {

    private Interruption() {}

    /**
     * Returns the exception to throw in place of {@link org.apache.kafka.common.errors.InterruptException}. Kafka's exception
     * leaves the thread's interrupt flag set. This method clears the flag, as methods that throw {@link InterruptedException}
     * do.
     *
     * @param activity the activity that was interrupted, for the message
     */
    public static InterruptedException during(String activity) {
        boolean wasSet = Thread.interrupted();
        return new InterruptedException("interrupted while " + activity + ", flag " + wasSet);
    }
}
