package dev.weir.operators.state;

import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.PlanMigration;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.state.restore.StateIdentity;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;

/**
 * An operator on a keyed stream that keeps one table for each key group, as raw keyed state. The tables are the same
 * under every state backend. A snapshot writes each table under its key group, in another thread, so Flink moves whole
 * tables when the job is rescaled. The operator registers no timers.
 *
 * <p>This is the only class that relies on {@link #isUsingCustomRawKeyedState()}, which is not part of Flink's public API.
 *
 * <p><b>State.</b> The tables, which are as sensitive as the input, and a {@link StateIdentity}.
 *
 * @param <I> the type of the input, which is keyed by an {@link Integer} route
 * @param <O> the type of the output
 * @param <T> the table of a key group
 */
public abstract class KeyGroupOperator<I, O, T extends KeyGroupTable> extends PlanOperator<I, O> {

    private static final long serialVersionUID = 1L;

    private transient List<T> tables;
    private transient KeyGroupRange groups;
    private transient int maxParallelism;

    /** Creates an operator for the plan's queries. */
    @SuppressWarnings("NullAway.Init")
    protected KeyGroupOperator(Plan plan) {
        super(plan);
    }

    /**
     * Creates empty tables for the key groups of this subtask, in the order of the groups.
     *
     * @param groups the number of key groups of this subtask
     */
    protected abstract List<T> newTables(int groups);

    /**
     * The executor with which the operator divides its work into turns of the task's thread, so that barriers, timers
     * and a cancellation are handled in between.
     */
    protected final MailboxExecutor mailbox() {
        return getContainingTask()
                .getMailboxExecutorFactory()
                .createExecutor(getOperatorConfig().getChainIndex());
    }

    /** The tables of this subtask's key groups. */
    protected final List<T> tables() {
        return tables;
    }

    /** The table of the key group that {@code route} belongs to. The key group must be one of this subtask's. */
    protected final T table(int route) {
        return tables.get(group(route));
    }

    /**
     * The index of a route's key group among the key groups of this subtask. The index is out of range if the key group
     * belongs to another subtask.
     */
    protected final int group(int route) {
        return KeyGroupRangeAssignment.computeKeyGroupForKeyHash(route, maxParallelism) - groups.getStartKeyGroup();
    }

    /** Refuses a batch whose sender uses another number of key groups than this operator. */
    protected final void requireGroups(int groups) {
        if (groups != maxParallelism) {
            throw new IllegalStateException("key groups must be " + maxParallelism + ", were " + groups);
        }
    }

    /** Returns false, because tables are found by route: Flink need not set a key for every record. */
    @Override
    public final boolean hasKeyContext1() {
        return false;
    }

    @Override
    protected final boolean isUsingCustomRawKeyedState() {
        return true;
    }

    @Override
    protected final void restore(StateInitializationContext context, StateIdentity identity) throws Exception {
        requireExactlyOnce();
        TaskInfo task = getRuntimeContext().getTaskInfo();
        maxParallelism = task.getMaxNumberOfParallelSubtasks();
        groups = KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                maxParallelism, task.getNumberOfParallelSubtasks(), task.getIndexOfThisSubtask());
        tables = List.copyOf(newTables(groups.getNumberOfKeyGroups()));
        PlanMigration migration = identity.migration();
        for (KeyGroupStatePartitionStreamProvider group : context.getRawKeyedStateInputs()) {
            restoreTable(group, migration);
        }
        restored(context);
    }

    /**
     * Registers what the operator keeps beside its tables, after the tables have been restored. By default nothing.
     *
     * @throws Exception if the state store fails, or a table cannot be carried over
     */
    protected void restored(StateInitializationContext context) throws Exception {}

    /**
     * Refuses every mode except aligned exactly-once checkpoints. The settings may have changed since they were
     * checked. In another mode a record could be counted twice and charged once.
     */
    private void requireExactlyOnce() {
        Configuration job = getContainingTask().getEnvironment().getJobConfiguration();
        if (job.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE) != CheckpointingMode.EXACTLY_ONCE
                || job.get(CheckpointingOptions.ENABLE_UNALIGNED)) {
            throw new StartRefused(
                            StartRefused.Code.UNSAFE_SETTINGS,
                            "execution.checkpointing.mode must be EXACTLY_ONCE, and unaligned checkpoints must be off")
                    .asFailure();
        }
    }

    private void restoreTable(KeyGroupStatePartitionStreamProvider group, PlanMigration migration) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(group.getStream()));
        T table = tables.get(group.getKeyGroupId() - groups.getStartKeyGroup());
        int format = in.readInt();
        requireReadable(format, table);
        table.read(in, format, migration);
    }

    private static void requireReadable(int format, KeyGroupTable table) {
        if (format < table.oldestFormat() || format > table.format()) {
            throw new StartRefused(
                            StartRefused.Code.STATE_UNUSABLE,
                            "state format must be " + table.oldestFormat() + " to " + table.format() + ", was "
                                    + format)
                    .asFailure();
        }
    }

    /**
     * Takes a snapshot of the tables. Another thread writes it after the barrier has passed ({@link KeyGroupTable}).
     */
    @Override
    public OperatorSnapshotFutures snapshotState(
            long checkpointId, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory)
            throws Exception {
        OperatorSnapshotFutures futures = super.snapshotState(checkpointId, timestamp, options, factory);
        TableSnapshot snapshot = new TableSnapshot(tables, groups, factory);
        futures.setKeyedStateRawFuture(
                snapshot.toAsyncSnapshotFutureTask(getContainingTask().getCancelables()));
        return futures;
    }
}
