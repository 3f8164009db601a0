package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.state.restore.StartRefused;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.flink.util.FlinkException;
import org.apache.flink.util.SerializedThrowable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RefusalLineTest {

    @Test
    void a_refusal_that_nobody_catches_is_one_line_however_deep_it_is() throws Exception {
        StartRefused ahead = new StartRefused(StartRefused.Code.LEDGER_AHEAD, "an old state");
        StartRefused owned = new StartRefused(StartRefused.Code.LEDGER_OWNED, "another run");
        assertThat(saidOf(failure(ahead))).isEqualTo("LEDGER_AHEAD: an old state, or this" + System.lineSeparator());
        assertThat(saidOf(new SerializedThrowable(failure(owned))))
                .isEqualTo("LEDGER_OWNED: another run" + System.lineSeparator());
    }

    @Test
    void any_other_failure_keeps_its_stack_trace() throws Exception {
        assertThat(saidOf(new IllegalStateException("the disk is full")))
                .contains("IllegalStateException: the disk is full", "\tat ");
    }

    @Test
    void a_thread_that_has_a_handler_keeps_it() throws Exception {
        Thread.UncaughtExceptionHandler own = (thread, failure) -> {};
        Thread.UncaughtExceptionHandler[] kept = new Thread.UncaughtExceptionHandler[1];
        Thread asks = new Thread(() -> {
            Thread.currentThread().setUncaughtExceptionHandler(own);
            new RefusalLine("").set();
            kept[0] = Thread.currentThread().getUncaughtExceptionHandler();
        });
        asks.start();
        asks.join();
        assertThat(kept[0]).isSameAs(own);
    }

    private static Throwable failure(StartRefused refused) {
        return new FlinkException("job failed", new FlinkException("no restart", refused.asFailure()));
    }

    /** Returns what is printed when the thread that has built a job ends with a failure. */
    private static String saidOf(Throwable failure) throws InterruptedException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            Thread thread = new Thread(() -> {
                new RefusalLine(", or this").set();
                sneak(failure);
            });
            thread.start();
            thread.join();
        } finally {
            System.setErr(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable failure) throws E {
        throw (E) failure;
    }
}
