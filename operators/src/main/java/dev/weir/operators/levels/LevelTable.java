package dev.weir.operators.levels;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.state.restore.PlanMigration;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The windows of the queries of one key group of which some outcomes are there, but not all.
 *
 * <p>A window is kept until it is complete, or until watermarks say that the rest will never come: because the query has another version, or an adoption
 * has dropped the rest. Then nothing of it is published. For the same reason nothing is read from the state of another version, or from before an adoption.
 */
final class LevelTable extends KeyGroupTable {

    /** The number of the format of tables. Format 1 does not state the steps of series, because no query with levels had any. */
    private static final int FORMAT = 2;

    private static final int OLDEST_FORMAT = 1;

    private final List<String> names;
    private final IntFunction<LevelWindows> queries;
    private final ClosedCells closed;
    private final List<Map<Long, DrawnNodes>> open = new ArrayList<>();

    /**
     * Creates a table without windows.
     *
     * @param names the names of the plan's queries
     * @param queries the windows of a query with levels, by its number
     * @param closed the closing of all adoptions
     */
    LevelTable(List<String> names, IntFunction<LevelWindows> queries, ClosedCells closed) {
        super(OLDEST_FORMAT, FORMAT);
        this.names = names;
        this.queries = queries;
        this.closed = closed;
        names.forEach(name -> open.add(new TreeMap<>()));
    }

    /**
     * Takes an outcome.
     *
     * @param complete takes the window if nothing is missing any more; it is then forgotten
     */
    void add(Outcome outcome, Consumer<DrawnNodes> complete) {
        beforeChange();
        LevelWindows windows = queries.apply(outcome.query());
        Map<Long, DrawnNodes> ofQuery = open.get(outcome.query());
        DrawnNodes window = ofQuery.computeIfAbsent(outcome.end(), end -> windows.empty());
        windows.put(window, outcome);
        if (windows.isComplete(window)) {
            ofQuery.remove(outcome.end());
            complete.accept(window);
        }
    }

    /** Forgets windows that end at or before a time, epoch milliseconds, because nothing more comes of them. */
    void close(long closedUpTo) {
        if (open.stream().anyMatch(windows -> !windows.isEmpty())) {
            beforeChange();
            open.forEach(windows -> windows.keySet().removeIf(end -> end <= closedUpTo));
        }
    }

    @Override
    protected void copyArrays() {
        open.forEach(windows -> windows.replaceAll((end, window) -> window.copy()));
    }

    @Override
    protected Contents contents() {
        List<Map<Long, DrawnNodes>> viewed =
                open.stream().<Map<Long, DrawnNodes>>map(TreeMap::new).toList();
        return out -> {
            out.writeLong(closed.closing().through());
            out.writeLong(closed.closing().upTo());
            out.writeInt(names.size());
            for (int query = 0; query < names.size(); query++) {
                out.writeUTF(names.get(query));
                write(viewed.get(query), out);
            }
        };
    }

    private static void write(Map<Long, DrawnNodes> windows, DataOutput out) throws IOException {
        DataOutputSerializer section = new DataOutputSerializer(64);
        section.writeInt(windows.size());
        for (Map.Entry<Long, DrawnNodes> window : windows.entrySet()) {
            section.writeLong(window.getKey());
            window.getValue().write(section);
        }
        DataFields.writeSection(section, out);
    }

    @Override
    public void read(DataInput in, int format, PlanMigration migration) throws IOException {
        boolean isAdopted = closed.isEndedBy(new Closing(in.readLong(), in.readLong()));
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            byte[] section = DataFields.readBytes(in);
            if (!isAdopted && migration.continues(name)) {
                read(names.indexOf(name), new DataInputDeserializer(section), format == FORMAT);
            }
        }
    }

    private void read(int query, DataInput in, boolean hasStep) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            long end = in.readLong();
            DrawnNodes window = queries.apply(query).empty();
            window.read(in, hasStep);
            open.get(query).put(end, window);
        }
    }
}
