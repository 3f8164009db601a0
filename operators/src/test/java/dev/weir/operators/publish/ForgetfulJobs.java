package dev.weir.operators.publish;

import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.commit.PublicTimes;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Starts publishers without a ledger that remembers, one after another, and records what their sinks receive. */
abstract class ForgetfulJobs {

    static final Plan PLAN =
            Plans.daily(Queries.hourly("q").count(), Queries.hourly("p").count());
    static final LedgerAccess NONE = LedgerAccess.none("p");

    /** What the sinks of this test have received, in threads of the operator. */
    static final List<String> SHOWN = new CopyOnWriteArrayList<>();

    static volatile boolean broken;

    /** How many further batches the sinks take. They wait before the one after. */
    static volatile Semaphore ready = new Semaphore(Integer.MAX_VALUE);

    @SuppressWarnings("NullAway.Init")
    OneInputStreamOperatorTestHarness<byte[], Void> harness;

    @BeforeEach
    void begin() throws Exception {
        broken = false;
        ready = new Semaphore(Integer.MAX_VALUE);
        harness = start(NONE, null);
        SHOWN.clear();
    }

    @AfterEach
    void close() throws Exception {
        harness.close();
    }

    void release(int query, int key, long end, long value) throws Exception {
        harness.processElement(LedgerEncoding.encode(row(query, key, end, value)), 0);
    }

    static PublishedRow row(int query, int key, long end, long value) {
        String name = List.of("q", "p").get(query);
        String keyName = List.of("a", "b").get(key);
        String releaseName = name + "/" + keyName + "/" + end;
        byte[] line = (releaseName + "=" + value).getBytes(StandardCharsets.UTF_8);
        return new PublishedRow(Outcome.Kind.RELEASED, end - 1, end, name, keyName, releaseName, 0, line);
    }

    void restart(OperatorSubtaskState state) throws Exception {
        harness.close();
        harness = start(NONE, state);
    }

    static OneInputStreamOperatorTestHarness<byte[], Void> start(
            LedgerAccess access, @Nullable OperatorSubtaskState state) throws Exception {
        PublicTimes times = new PublicTimes(Schedule.startingAt(0), 0);
        var harness = new OneInputStreamOperatorTestHarness<byte[], Void>(
                new PublishOperator(PLAN, times, access, Shown::new), 1, 1, 0);
        harness.setup();
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }

    /** A sink that records what it receives. */
    private static final class Shown implements ReleaseSink {

        @Override
        public void expect(long next) {
            SHOWN.add("next " + next);
        }

        @Override
        public void publish(long number, Collection<PublishedRow> rows) throws IOException, InterruptedException {
            ready.acquire();
            if (broken) {
                throw new IOException("the sink is down");
            }
            rows.forEach(row -> SHOWN.add(number + ": " + new String(row.line(), StandardCharsets.UTF_8)));
        }

        @Override
        public void end(long last) {
            SHOWN.add("end " + last);
        }

        @Override
        public void close() {}
    }
}
