package dev.weir.operators.release;

import dev.weir.operators.state.restore.StartRefused;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * The times up to which the subtasks of the release operator have closed windows, which every subtask knows after a restore. At a barrier one
 * subtask may have closed more windows than another.
 *
 * <p>Where the accounts of a query's keys cannot be carried over ({@link KeyAccounts}), no charge that the state contains belongs to a period that begins after
 * the latest of these times.
 */
final class ClosedTimes {

    private final ListState<Long> times;

    /**
     * Registers the times.
     *
     * @param store the operator's state
     * @throws Exception if the store fails
     */
    ClosedTimes(OperatorStateStore store) throws Exception {
        times = store.getUnionListState(new ListStateDescriptor<>("closed-up-to", Types.LONG));
    }

    /**
     * Regards all accounts that were not carried over as spent through the latest time.
     *
     * @param restored the tables that have been restored
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException if there are such accounts, and the state is of a build that did not keep
     *     the times. That holds also for a query whose key account is dropped at the same start: it could get the account back within the period
     * @throws Exception if the store fails
     */
    void spend(List<ReleaseTable> restored) throws Exception {
        boolean isKnown = false;
        long latest = Long.MIN_VALUE;
        for (long time : times.get()) {
            isKnown = true;
            latest = Math.max(latest, time);
        }
        for (ReleaseTable table : restored) {
            if (!isKnown && table.hasUnknownAccounts()) {
                throw new StartRefused(
                                StartRefused.Code.QUERY_CHANGED,
                                "the levels of a query change, and the state is of an earlier build: start it once"
                                        + " with the earlier query, or give the query another name")
                        .asFailure();
            }
        }
        long through = latest;
        restored.forEach(table -> table.spendUnknownAccounts(through));
    }

    /** Notes the time of this subtask for a snapshot. */
    void store(List<ReleaseTable> tables) throws Exception {
        times.update(List.of(latest(tables)));
    }

    private static long latest(List<ReleaseTable> tables) {
        return tables.stream().mapToLong(ReleaseTable::closedUpTo).max().orElse(Long.MIN_VALUE);
    }
}
