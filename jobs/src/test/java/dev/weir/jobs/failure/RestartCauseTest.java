package dev.weir.jobs.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.Containment;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureManager;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.SerializedThrowable;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RestartCauseTest {

    private static final String CANARY = Containment.CANARY;

    /** Returns an exception that seems to be thrown by code of another project. */
    private static <T extends Throwable> T foreign(T failure) {
        failure.setStackTrace(
                new StackTraceElement[] {new StackTraceElement("org.apache.other.Place", "at", "Place.java", 1)});
        return failure;
    }

    private static String words(Throwable cause) {
        return RestartCause.words(foreign(new FlinkRuntimeException(CANARY, cause)));
    }

    @Test
    void what_weir_says_of_a_failure_is_shown_with_what_lies_behind_and_nothing_that_others_say() {
        Exception behind = foreign(new ExecutionException(CANARY, foreign(new TimeoutException(CANARY))));
        assertThat(words(new IOException("topic wiki-ledger cannot be read", behind)))
                .isEqualTo("topic wiki-ledger cannot be read: the brokers do not answer (TimeoutException)");
    }

    @Test
    void failures_of_brokers_and_disks_have_words() {
        assertThat(words(foreign(new UnknownTopicOrPartitionException(CANARY))))
                .isEqualTo("the brokers do not know a topic of the pipeline: was it deleted?"
                        + " (UnknownTopicOrPartitionException)");
        assertThat(words(foreign(new NotLeaderOrFollowerException(CANARY)))).startsWith("the brokers do not answer");
        assertThat(words(foreign(new TopicAuthorizationException(CANARY))))
                .startsWith("the job lacks a right on the brokers");
        assertThat(words(foreign(new IOException(CANARY + " No space left on device"))))
                .isEqualTo("no space is left on a disk");
        assertThat(RestartCause.words(foreign(new FlinkRuntimeException(
                        CheckpointFailureManager.EXCEEDED_CHECKPOINT_TOLERABLE_FAILURE_MESSAGE + CANARY))))
                .isEqualTo("a checkpoint could not be written");
    }

    @Test
    void a_failure_without_words_is_named_by_the_class_of_its_first_cause() {
        assertThat(words(foreign(new IllegalStateException(CANARY))))
                .isEqualTo("stopped by java.lang.IllegalStateException");
    }

    @Test
    void a_failure_that_flink_has_handed_over_is_looked_into() {
        Exception failure = foreign(new ExecutionException(CANARY, foreign(new TimeoutException(CANARY))));
        assertThat(RestartCause.words(new SerializedThrowable(failure)))
                .isEqualTo("the brokers do not answer (TimeoutException)");
    }
}
