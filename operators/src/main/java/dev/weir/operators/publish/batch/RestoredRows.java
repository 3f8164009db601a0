package dev.weir.operators.publish.batch;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StatePartitionStreamProvider;

/**
 * Reads the bytes of pending batches in restored state, which {@link RowsSnapshot} has written. Older builds kept the
 * bytes in the list state {@code batches}, which is read and never written.
 */
public final class RestoredRows {

    private RestoredRows() {}

    /**
     * The bytes of the batches, in their order.
     *
     * @param context the context that gives access to the restored state
     * @throws Exception if the state cannot be read
     */
    public static List<byte[]> of(StateInitializationContext context) throws Exception {
        List<byte[]> read = takeList(context);
        for (StatePartitionStreamProvider part : context.getRawOperatorStateInputs()) {
            read.add(RowsSnapshot.read(part));
        }
        return read;
    }

    private static List<byte[]> takeList(StateInitializationContext context) throws Exception {
        ListState<byte[]> list = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>("batches", BytePrimitiveArraySerializer.INSTANCE));
        List<byte[]> read = new ArrayList<>();
        list.get().forEach(read::add);
        list.clear();
        return read;
    }
}
