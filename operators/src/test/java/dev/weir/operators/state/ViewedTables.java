package dev.weir.operators.state;

import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.PlanMigration;
import java.io.DataInput;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * An operator whose tables reveal whether the data of a view is still referenced. Every element puts another array into each
 * table, so the array of a view is reachable through views only.
 */
final class ViewedTables extends KeyGroupOperator<Integer, Integer, ViewedTables.Table> {

    private static final long serialVersionUID = 1L;

    /** Weak references to the arrays of all views that were taken in this process. */
    private static final Queue<WeakReference<long[]>> VIEWED = new ConcurrentLinkedQueue<>();

    private static final AtomicLong ELEMENTS = new AtomicLong();

    ViewedTables(Plan plan) {
        super(plan);
    }

    /** Forgets the views of earlier jobs. */
    static void forget() {
        VIEWED.clear();
    }

    /** The number of elements processed in all jobs of this process. */
    static long elements() {
        return ELEMENTS.get();
    }

    /** The number of views that have been taken. */
    static int taken() {
        return VIEWED.size();
    }

    /** Returns the number of views whose arrays are still reachable. */
    static long kept() {
        System.gc();
        return VIEWED.stream().filter(view -> view.get() != null).count();
    }

    @Override
    protected List<Table> newTables(int groups) {
        return Stream.generate(Table::new).limit(groups).toList();
    }

    @Override
    public void processElement(StreamRecord<Integer> element) {
        tables().forEach(Table::replace);
        ELEMENTS.incrementAndGet();
        output.collect(new StreamRecord<>(element.getValue()));
    }

    /** A table of one array. */
    static final class Table extends KeyGroupTable {

        private long[] words = new long[1];

        Table() {
            super(1, 1);
        }

        private void replace() {
            beforeChange();
            words = new long[] {words[0] + 1};
        }

        @Override
        protected Contents contents() {
            long[] viewed = words;
            VIEWED.add(new WeakReference<>(viewed));
            return out -> out.writeLong(viewed[0]);
        }

        @Override
        protected void copyArrays() {
            words = words.clone();
        }

        @Override
        public void read(DataInput in, int format, PlanMigration migration) {
            throw new AssertionError("is not read");
        }
    }
}
