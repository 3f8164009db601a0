package dev.weir.operators.state.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.state.restore.StartRefused.Code;
import java.io.IOException;
import org.apache.flink.util.FlinkException;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.SerializedThrowable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StartRefusedTest {

    /** Flink wraps a failure at its origin, and again on its way to the client. */
    @ParameterizedTest
    @EnumSource(Code.class)
    void its_code_is_found_after_the_failure_has_gone_from_process_to_process(Code code) throws Exception {
        Throwable refusal = new StartRefused(code, "start from elsewhere").asFailure();
        Throwable atJobManager = new FlinkException("the task failed", sent(refusal));
        Throwable atClient = new FlinkException("the job failed", sent(atJobManager));
        assertThat(StartRefused.in(atClient)).hasValueSatisfying(found -> {
            assertThat(found.code()).isEqualTo(code);
            assertThat(found).hasMessage(code + ": start from elsewhere");
        });
    }

    @Test
    void a_failure_that_only_speaks_of_a_code_is_no_refusal() throws Exception {
        IllegalStateException failure = new IllegalStateException("STATE_LOST: a record said so");
        assertThat(StartRefused.in(failure)).isEmpty();
        assertThat(StartRefused.in(sent(failure))).isEmpty();
    }

    @Test
    void it_is_found_under_a_failure_that_cannot_be_serialized() throws Exception {
        Throwable refusal = new StartRefused(Code.STATE_LOST, "start from elsewhere").asFailure();
        Throwable outer = new Exception("holds what cannot be serialized", refusal) {
            private static final long serialVersionUID = 1L;

            @SuppressWarnings("unused")
            private final Object thread = Thread.currentThread();
        };
        assertThat(StartRefused.in(sent(outer))).map(StartRefused::code).hasValue(Code.STATE_LOST);
    }

    /** Returns a failure as the next process receives it: only bytes, without the object from which they were made. */
    private static SerializedThrowable sent(Throwable failure) throws IOException, ClassNotFoundException {
        return InstantiationUtil.clone(new SerializedThrowable(failure));
    }
}
