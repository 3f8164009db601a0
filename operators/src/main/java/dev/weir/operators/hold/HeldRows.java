package dev.weir.operators.hold;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.release.OutcomeSerializer;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.state.restore.PlanMigration;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The rows of windows that some subtasks of the release operator have closed, of the queries of one key group.
 *
 * <p>Nothing is read from the state of another version of a query, or from before an adoption: an adoption has closed every window that has rows.
 */
final class HeldRows extends KeyGroupTable {

    private static final int FORMAT = 1;

    private static final Comparator<Outcome> PUBLIC_ORDER = Comparator.comparingInt(Outcome::query)
            .thenComparing(row -> row.key().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final List<String> names;
    private final ClosedCells closed;

    /** The rows by the ends of their windows. Rows are never changed, so a view copies the lists alone. */
    private final Map<Long, List<Outcome>> held = new TreeMap<>();

    /**
     * Creates a table without rows.
     *
     * @param names the names of the plan's queries
     * @param closed the closing of all adoptions
     */
    HeldRows(List<String> names, ClosedCells closed) {
        super(FORMAT, FORMAT);
        this.names = names;
        this.closed = closed;
    }

    void add(Outcome row) {
        held.computeIfAbsent(row.end(), end -> new ArrayList<>()).add(row);
    }

    /** Removes the rows of windows that end at or before a time, and passes them on by windows, queries and the bytes of keys. */
    void release(long closedUpTo, Consumer<Outcome> out) {
        held.entrySet().removeIf(window -> {
            boolean isClosed = window.getKey() <= closedUpTo;
            if (isClosed) {
                window.getValue().stream().sorted(PUBLIC_ORDER).forEach(out);
            }
            return isClosed;
        });
    }

    @Override
    protected void copyArrays() {}

    @Override
    protected Contents contents() {
        List<Outcome> rows = held.values().stream().flatMap(List::stream).toList();
        return out -> {
            out.writeLong(closed.closing().through());
            out.writeLong(closed.closing().upTo());
            out.writeInt(rows.size());
            for (Outcome row : rows) {
                write(row, out);
            }
        };
    }

    private void write(Outcome row, DataOutput out) throws IOException {
        DataOutputSerializer section = new DataOutputSerializer(64);
        section.writeUTF(names.get(row.query()));
        new OutcomeSerializer().serialize(row, section);
        DataFields.writeSection(section, out);
    }

    @Override
    public void read(DataInput in, int format, PlanMigration migration) throws IOException {
        boolean isAdopted = closed.isEndedBy(new Closing(in.readLong(), in.readLong()));
        for (int left = in.readInt(); left > 0; left--) {
            DataInputDeserializer section = new DataInputDeserializer(DataFields.readBytes(in));
            String name = section.readUTF();
            if (!isAdopted && migration.continues(name)) {
                add(renumbered(new OutcomeSerializer().deserialize(section), names.indexOf(name)));
            }
        }
    }

    private static Outcome renumbered(Outcome row, int query) {
        return new Outcome(
                row.kind(),
                query,
                row.key(),
                row.start(),
                row.end(),
                row.step(),
                row.window(),
                row.charge(),
                row.values());
    }
}
