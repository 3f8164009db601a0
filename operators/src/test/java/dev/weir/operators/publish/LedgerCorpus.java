package dev.weir.operators.publish;

import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.commit.PublicTimes;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Completion;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OperatorSnapshotUtil;

/**
 * The operator that reads the corpus of states with their ledgers, and writes the newest one. {@code publish-2.state} with
 * {@code ledger-1} has pending rows as a list, {@code publish-4.state} with {@code ledger-2} as raw state.
 */
final class LedgerCorpus {

    private static final long HOUR = 3_600_000;

    /**
     * The rows that the sink has received; static because the sink runs in a thread of the operator. No two tests use it at
     * once.
     */
    static final List<String> SHOWN = new java.util.concurrent.CopyOnWriteArrayList<>();

    private LedgerCorpus() {}

    /**
     * Writes a state and its ledger into a directory, which must not have them: for a new format, next to the old files. The
     * state has three batches. The first is published, the second's checkpoint has completed without notification, and the
     * third's has just been taken.
     */
    public static void main(String[] directory) throws Exception {
        Path place = Path.of(directory[0]).toAbsolutePath();
        var harness = publish(place.resolve("ledger-2"));
        harness.open();
        for (int batch = 1; batch <= 2; batch++) {
            harness.processElement(row(batch), 0);
            harness.snapshot(batch, batch);
            if (batch == 1) {
                Completion.settled(harness, 1);
            }
        }
        harness.processElement(row(3), 0);
        OperatorSnapshotUtil.writeStateHandle(
                harness.snapshot(3, 3), place.resolve("publish-4.state").toString());
        harness.close();
    }

    static byte[] row(long hour) {
        byte[] line = Long.toString(-hour).getBytes(StandardCharsets.UTF_8);
        String release = "test/q/1/a/" + hour * HOUR;
        return LedgerEncoding.encode(new PublishedRow(
                Outcome.Kind.RELEASED, (hour - 1) * HOUR, hour * HOUR, "q", "a", release, World.CHARGE, line));
    }

    static OneInputStreamOperatorTestHarness<byte[], Void> publish(Path ledger) throws Exception {
        return publish(LedgerAccess.ofOnly(DirectoryLedger.at(ledger.toUri().toString()), World.PIPELINE));
    }

    static OneInputStreamOperatorTestHarness<byte[], Void> publish(LedgerAccess access) throws Exception {
        PublishOperator operator =
                new PublishOperator(World.PLAN, new PublicTimes(Schedule.startingAt(0), 0), access, Shown::new);
        var harness = new OneInputStreamOperatorTestHarness<byte[], Void>(operator, 1, 1, 0);
        harness.setup();
        return harness;
    }

    static final class Shown implements ReleaseSink {

        @Override
        public void publish(long number, Collection<PublishedRow> rows) throws IOException {
            for (PublishedRow row : rows) {
                SHOWN.add(number + ": " + row.releaseId() + " " + new String(row.line(), StandardCharsets.UTF_8));
            }
        }

        @Override
        public void close() {}
    }
}
