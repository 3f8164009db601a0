package dev.weir.operators.state;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.gate.GateOperator;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.keys.KeyRouting;
import dev.weir.operators.release.ReleaseOperator;
import dev.weir.operators.release.RowLimit;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Completion;
import dev.weir.operators.testing.KeyedBench;
import java.nio.file.Path;
import java.util.ArrayList;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OperatorSnapshotUtil;

/** Writes the state of the present build into a directory, for a new format. */
@SuppressWarnings("try") // the signature of a harness says that closing may be interrupted
final class StateCorpusWriter {

    private StateCorpusWriter() {}

    /** Writes the present state into a directory: for a new format, next to the old files. Those of overdrafts are of builds that let a share change under one version. */
    public static void main(String[] directory) throws Exception {
        writePublished(directory[0]);
        writeGate(directory[0]);
        writeLevels(directory[0]);
        writeUnsettled(directory[0]);
        try (var release = StateCorpus.keyed(
                new ReleaseOperator(StateCorpus.PLAN, StateCorpus.ENDLESS, RowLimit.NONE, true), PartialSum::route)) {
            release.open();
            int route = KeyRouting.of("wide", "a");
            release.processElement(new PartialSum(route, 1, 0, 7 * StateCorpus.HOUR, new long[] {6}), 0);
            release.processWatermark(StateCorpus.HOUR);
            KeyedBench.runMailbox(release);
            save(release, directory[0], "release-3.state");
        }
        writeCounters(directory[0]);
    }

    private static void writePublished(String directory) throws Exception {
        try (var publish = StateCorpus.publish()) {
            publish.open();
            for (int batch = 1; batch <= 3; batch++) {
                publish.processElement(StateCorpus.row(batch, -batch), 0);
                publish.snapshot(batch + 1, batch + 1);
                Completion.settled(publish, batch == 1 ? 2 : 1);
            }
            save(publish, directory, "publish-5.state");
        }
    }

    private static void writeCounters(String directory) throws Exception {
        try (var operator = StateCorpus.counters(new ArrayList<>())) {
            operator.open();
            RecordCounters counted = RecordCounters.empty(2);
            for (int i = 0; i < 5; i++) {
                counted.add(0, RecordOutcome.COUNTED);
            }
            operator.processElement(counted, 0);
            save(operator, directory, "count-1.state");
        }
    }

    private static void writeGate(String directory) throws Exception {
        try (var gate =
                StateCorpus.keyed(new GateOperator(StateCorpus.PLAN, StateCorpus.ENDLESS), ContributionBatch::route)) {
            gate.open();
            gate.processWatermark(StateCorpus.HOUR);
            gate.processElement(
                    Chain.record(StateCorpus.PLAN, "ada", StateCorpus.HOUR, 0, 0, 1, 50)
                            .batch(StateCorpus.PLAN, StateCorpus.GROUPS),
                    0);
            gate.processElement(
                    Chain.record(StateCorpus.PLAN, "ada", StateCorpus.HOUR, 1, 1, 4)
                            .batch(StateCorpus.PLAN, StateCorpus.GROUPS),
                    0);
            gate.prepareSnapshotPreBarrier(1);
            save(gate, directory, "gate-6.state");
        }
    }

    private static void writeLevels(String directory) throws Exception {
        try (var gate = StateCorpus.keyed(
                new GateOperator(StateCorpus.LEVELS, StateCorpus.ENDLESS), ContributionBatch::route)) {
            gate.open();
            for (int cell = 0; cell < 13; cell++) {
                gate.processElement(StateCorpus.visit("ada", cell), 0);
            }
            for (int cell = 0; cell < 3; cell++) {
                gate.processElement(StateCorpus.visit("bob", cell), 0);
            }
            gate.prepareSnapshotPreBarrier(1);
            save(gate, directory, "gate-levels-6.state");
        }
    }

    private static void writeUnsettled(String directory) throws Exception {
        try (var gate = StateCorpus.keyed(
                new GateOperator(StateCorpus.SQUARED_LEVELS, StateCorpus.ENDLESS), ContributionBatch::route)) {
            gate.open();
            for (int cell = 0; cell < 3; cell++) {
                gate.processElement(StateCorpus.visit(StateCorpus.SQUARED_LEVELS, "ada", 0, cell), 0);
                gate.processElement(StateCorpus.visit(StateCorpus.SQUARED_LEVELS, "ada", 1, cell), 0);
            }
            gate.prepareSnapshotPreBarrier(1);
            save(gate, directory, "gate-unsettled-6.state");
        }
    }

    private static void save(AbstractStreamOperatorTestHarness<?> harness, String directory, String name)
            throws Exception {
        Path file = Path.of(directory, name);
        OperatorSnapshotUtil.writeStateHandle(harness.snapshot(1, 1), file.toString());
    }
}
