package dev.weir.jobs.failure;

import org.apache.flink.util.SerializedThrowable;

/** Names what an exception was caused by, without its message, as others' messages may quote a record; and where more is told of it. */
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

    /** From another process an exception comes as its text. */
    private static String name(Throwable failure) {
        return failure instanceof SerializedThrowable serialized
                ? serialized.getOriginalErrorClassName()
                : failure.getClass().getName();
    }

    /** Where more is told of a failure. */
    public static String log() {
        return System.getProperty("weir.log", "the log");
    }
}
