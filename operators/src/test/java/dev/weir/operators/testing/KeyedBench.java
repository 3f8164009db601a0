package dev.weir.operators.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Runs all subtasks of one keyed operator in test harnesses. Elements go where Flink would send them, barriers reach all
 * subtasks, and Flink's own code redistributes the state when the parallelism changes.
 *
 * <p>As in Flink, the operator is built once, and each subtask of each start runs a deserialized copy. Whatever a constructor
 * has drawn at random is the same in all of them.
 */
public final class KeyedBench<I, O> implements AutoCloseable {

    /** The number of key groups, so small that a few keys use them all. */
    public static final int MAX_PARALLELISM = 8;

    private final Supplier<OneInputStreamOperator<I, O>> builder;
    private final KeySelector<I, Integer> route;
    private final boolean onDisk;
    private final List<KeyedOneInputStreamOperatorTestHarness<Integer, I, O>> subtasks = new ArrayList<>();
    private @Nullable OneInputStreamOperator<I, O> built;

    /** The state of all subtasks in a checkpoint, and their number. */
    public record State(OperatorSubtaskState state, int parallelism) {}

    /** Creates a bench without subtasks. */
    public KeyedBench(Supplier<OneInputStreamOperator<I, O>> builder, KeySelector<I, Integer> route, boolean onDisk) {
        this.builder = builder;
        this.route = route;
        this.onDisk = onDisk;
    }

    /** Starts this many subtasks from the result of {@link #snapshot}, or without state. */
    public KeyedBench<I, O> start(int parallelism, @Nullable State state) throws Exception {
        for (int i = 0; i < parallelism; i++) {
            var subtask = new KeyedOneInputStreamOperatorTestHarness<>(
                    copy(), route, Types.INT, MAX_PARALLELISM, parallelism, i);
            if (onDisk) {
                subtask.setStateBackend(new EmbeddedRocksDBStateBackend());
            }
            subtask.setup();
            if (state != null) {
                subtask.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                        state.state(), MAX_PARALLELISM, state.parallelism(), parallelism, i));
            }
            subtask.open();
            subtasks.add(subtask);
        }
        return this;
    }

    private OneInputStreamOperator<I, O> copy() throws Exception {
        if (built == null) {
            built = builder.get();
        }
        return InstantiationUtil.clone(built);
    }

    public void process(I element) throws Exception {
        int at = KeyGroupRangeAssignment.assignKeyToParallelOperator(
                route.getKey(element), MAX_PARALLELISM, subtasks.size());
        subtasks.get(at).processElement(element, 0);
    }

    /** Sends a watermark to all subtasks, and runs their mailboxes until they are empty. */
    public void watermark(long time) throws Exception {
        announce(time);
        runMailboxes();
    }

    /** Sends a watermark to all subtasks, without running their mailboxes. */
    public void announce(long time) throws Exception {
        for (var subtask : subtasks) {
            subtask.processWatermark(time);
        }
    }

    /** Tells all subtasks that their input is idle, without running their mailboxes. */
    public void idle() throws Exception {
        for (var subtask : subtasks) {
            subtask.processWatermarkStatus(WatermarkStatus.IDLE);
        }
    }

    /** Runs the mailboxes of all subtasks until they are empty. */
    public void runMailboxes() throws Exception {
        for (var subtask : subtasks) {
            runMailbox(subtask);
        }
    }

    /** Runs the first entry of a subtask's mailbox; returns false if there is none. */
    public boolean turn(int subtask) throws Exception {
        return turn(subtasks.get(subtask));
    }

    /** Runs a subtask's mailbox until it is empty. */
    public static void runMailbox(AbstractStreamOperatorTestHarness<?> subtask) throws Exception {
        while (turn(subtask)) {}
    }

    private static boolean turn(AbstractStreamOperatorTestHarness<?> subtask) throws Exception {
        Optional<Mail> mail = subtask.getTaskMailbox().tryTake(TaskMailbox.MIN_PRIORITY);
        if (mail.isPresent()) {
            mail.get().run();
        }
        return mail.isPresent();
    }

    /** Ends the input of all subtasks. */
    public void finish() throws Exception {
        for (var subtask : subtasks) {
            subtask.endInput();
            subtask.getOneInputOperator().finish();
        }
    }

    /** Notifies all subtasks that a checkpoint has completed. */
    public void completed(long checkpoint) throws Exception {
        for (var subtask : subtasks) {
            subtask.notifyOfCompletedCheckpoint(checkpoint);
        }
    }

    /** Returns the last watermark that a subtask has sent since its output was taken; null if there is none. */
    public @Nullable Long sentWatermark(int subtask) {
        return subtasks.get(subtask).getOutput().stream()
                .filter(Watermark.class::isInstance)
                .map(sent -> ((Watermark) sent).getTimestamp())
                .reduce(null, (earlier, later) -> later);
    }

    /** Returns what a subtask has sent about time since its output was taken: watermarks, and whether it is idle. */
    public List<Object> sentAboutTime(int subtask) {
        return subtasks.get(subtask).getOutput().stream()
                .filter(sent -> sent instanceof Watermark || sent instanceof WatermarkStatus)
                .toList();
    }

    /** Returns the output since the last call. */
    public List<O> output() {
        List<O> all = new ArrayList<>();
        for (var subtask : subtasks) {
            all.addAll(subtask.extractOutputValues());
            subtask.getOutput().clear();
        }
        return all;
    }

    /** Returns the side output since the last call. */
    public <X> List<X> output(OutputTag<X> tag) {
        List<X> all = new ArrayList<>();
        for (var subtask : subtasks) {
            var side = subtask.getSideOutput(tag);
            if (side != null) {
                side.forEach(element -> all.add(element.getValue()));
                side.clear();
            }
        }
        return all;
    }

    /** Lets the operators do what they do before a barrier leaves them. */
    public void beforeBarrier() throws Exception {
        for (var subtask : subtasks) {
            subtask.prepareSnapshotPreBarrier(1);
        }
    }

    /** Returns the state of all subtasks. */
    public State snapshot() throws Exception {
        return snapshot(1);
    }

    /** Returns the state of all subtasks, for a checkpoint with this number. */
    public State snapshot(long checkpoint) throws Exception {
        OperatorSubtaskState[] states = new OperatorSubtaskState[subtasks.size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = subtasks.get(i).snapshot(checkpoint, 1);
        }
        return new State(AbstractStreamOperatorTestHarness.repackageState(states), states.length);
    }

    /** The writes that all subtasks have begun. */
    public record Writing(List<CompletableFuture<OperatorSubtaskState>> parts) {

        /** Waits until all are complete. */
        public State await() throws Exception {
            OperatorSubtaskState[] states = new OperatorSubtaskState[parts.size()];
            for (int i = 0; i < states.length; i++) {
                states[i] = parts.get(i).get();
            }
            return new State(AbstractStreamOperatorTestHarness.repackageState(states), states.length);
        }
    }

    /** Passes the barrier of a checkpoint through all subtasks. Separate threads write their state to a store. */
    public Writing write(long checkpoint, CheckpointStreamFactory store) throws Exception {
        List<CompletableFuture<OperatorSubtaskState>> parts = new ArrayList<>();
        for (var subtask : subtasks) {
            OperatorSnapshotFutures futures = subtask.getOperator()
                    .snapshotState(checkpoint, 1, CheckpointOptions.forCheckpointWithDefaultLocation(), store);
            parts.add(CompletableFuture.supplyAsync(
                    () -> written(futures), task -> new Thread(task, "writes a snapshot").start()));
        }
        return new Writing(parts);
    }

    private static OperatorSubtaskState written(OperatorSnapshotFutures futures) {
        try {
            return OperatorSnapshotFinalizer.create(futures).getJobManagerOwnedState();
        } catch (InterruptedException | ExecutionException e) {
            throw new CompletionException(e);
        }
    }

    /** Ends all subtasks like failed tasks, which cancels their writes. */
    public void fail() throws Exception {
        for (var subtask : subtasks) {
            ((AbstractStreamOperator<?>) subtask.getOperator())
                    .getContainingTask()
                    .getCancelables()
                    .close();
        }
        close();
    }

    @Override
    public void close() {
        for (var subtask : subtasks) {
            try {
                subtask.close();
            } catch (Exception e) {
                throw new AssertionError("a subtask must close", e);
            }
        }
        subtasks.clear();
    }
}
