package dev.weir.jobs.failure;

import org.apache.flink.util.SerializedThrowable;

/**
 * Names the class of an exception's cause, and the place of the log. It never shows the message, because other code's
 * messages may quote a record.
 */
public final class Causes {

    private Causes() {}

    /**
     * A clause that names the class of the first cause, such as {@code " (java.net.UnknownHostException)"}; empty if there is none.
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

    /** The name of an exception's class. An exception from another process is its text alone. */
    private static String name(Throwable failure) {
        return failure instanceof SerializedThrowable serialized
                ? serialized.getOriginalErrorClassName()
                : failure.getClass().getName();
    }

    /** The clause that names the log. */
    public static String log() {
        return System.getProperty("weir.log", "the log");
    }
}
