package dev.weir.jobs.failure;

import dev.weir.jobs.kafka.client.BrokerFailure;
import java.io.FileNotFoundException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.CheckpointFailureManager;
import org.apache.flink.util.SerializedThrowable;
import org.jspecify.annotations.Nullable;

/**
 * Explains in words why an attempt of a job has ended. It shows only the messages of Weir's own code, which never quote
 * a record.
 */
public final class RestartCause {

    private static final String OWN = "dev.weir.";

    private RestartCause() {}

    /**
     * Describes a failure by the message of Weir's own code and the kind of the underlying failure. If there is neither, names
     * the class of the root cause.
     *
     * @param failure the failure of a job, from this process or as Flink has passed it on
     */
    public static String words(Throwable failure) {
        List<Throwable> causes = firstToLast(failure);
        List<String> known = Stream.of(own(causes), kind(causes))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        return known.isEmpty() ? "stopped by " + causes.get(0).getClass().getName() : String.join(": ", known);
    }

    /** Lists the chain of causes, the root cause first, without Flink's wrappers if there are other causes. */
    private static List<Throwable> firstToLast(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        @Nullable Throwable cause = failure;
        while (cause != null && !causes.contains(cause)) {
            causes.add(0, cause);
            cause = next(cause);
        }
        // the exceptions that Flink's wrappers contain are in the list too, so the wrappers add nothing
        List<Throwable> originals = causes.stream()
                .filter(each -> !(each instanceof SerializedThrowable))
                .toList();
        return originals.isEmpty() ? causes : originals;
    }

    private static @Nullable Throwable next(Throwable failure) {
        if (failure instanceof SerializedThrowable serialized) {
            Throwable original = serialized.deserializeError(RestartCause.class.getClassLoader());
            return original == failure ? failure.getCause() : original;
        }
        return failure.getCause();
    }

    private static Optional<String> own(List<Throwable> causes) {
        return causes.stream()
                .filter(RestartCause::isOwn)
                .map(Throwable::getMessage)
                .findFirst();
    }

    /** Whether Weir's code has created the exception with a message of its own. */
    private static boolean isOwn(Throwable failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        boolean saysSomething = failure.getMessage() != null
                && (failure.getCause() == null
                        || !failure.getMessage().equals(failure.getCause().toString()));
        return saysSomething && trace.length > 0 && trace[0].getClassName().startsWith(OWN);
    }

    private static Optional<String> kind(List<Throwable> causes) {
        return causes.stream().map(RestartCause::kind).flatMap(Optional::stream).findFirst();
    }

    private static Optional<String> kind(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (message.contains("No space left on device")) {
            return Optional.of("no space is left on a disk");
        }
        if (message.startsWith(CheckpointFailureManager.EXCEEDED_CHECKPOINT_TOLERABLE_FAILURE_MESSAGE)) {
            return Optional.of("a checkpoint could not be written");
        }
        if (cause instanceof FileSystemException || cause instanceof FileNotFoundException) {
            return Optional.of("a file cannot be read or written");
        }
        if (cause instanceof OutOfMemoryError) {
            return Optional.of("memory is full");
        }
        if (cause instanceof TimeoutException) {
            return Optional.of("no answer came in time");
        }
        return BrokerFailure.words(cause);
    }
}
