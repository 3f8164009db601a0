package dev.weir.jobs.failure;

import org.apache.flink.util.SerializedThrowable;

/**
 * Names the class of an exception's root cause, and the place of the log. It never shows an exception's message, because the
 * messages of other code may quote a record.
 */
public final class Causes {

    private Causes() {}

    /**
     * Returns a clause that names the class of the root cause, such as {@code " (java.net.UnknownHostException)"}; empty if the
     * exception has no cause.
     *
     * @param failure an exception with its causes
     */
    public static String clause(Throwable failure) {
        Throwable first = failure;
        while (first.getCause() != null && first.getCause() != first) {
            first = first.getCause();
        }
        return first == failure ? "" : " (" + name(first) + ")";
    }

    /**
     * The class name of an exception. An exception that Flink has serialized in another process keeps its class name as
     * text.
     */
    private static String name(Throwable failure) {
        return failure instanceof SerializedThrowable serialized
                ? serialized.getOriginalErrorClassName()
                : failure.getClass().getName();
    }

    /** Returns the place of the log, for a message. */
    public static String log() {
        return System.getProperty("weir.log", "the log");
    }
}
