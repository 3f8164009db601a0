package dev.weir.operators.hold;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.keys.text.TextTable;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.release.OutcomeSerializer;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.state.restore.PlanMigration;
import dev.weir.operators.time.Window;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The rows of windows that some subtasks of the release operator have closed, of the queries of one key group, and the time up to which the
 * ends of windows have been passed on.
 *
 * <p>Nothing is read from the state of another version of a query, or from before an adoption: an adoption has closed every window that has rows.
 */
final class HeldRows extends KeyGroupTable {

    /** The number of the format. Format 1 does not state up to which time the ends of windows have been passed on. */
    private static final int FORMAT = 2;

    private static final int WITHOUT_ENDS = 1;

    private static final Comparator<Outcome> PUBLIC_ORDER =
            Comparator.comparingInt(Outcome::query).thenComparing(Outcome::key, TextTable.ORDER);

    private final List<String> names;
    private final ClosedCells closed;
    private final Map<Integer, ScheduledWindow> windows;
    private long closedUpTo;

    /** The rows by the ends of their windows. Rows are never changed, so a view copies the lists alone. */
    private final Map<Long, List<Outcome>> held = new TreeMap<>();

    /**
     * Creates a table without rows.
     *
     * @param names the names of the plan's queries
     * @param closed the closing of all adoptions
     * @param windows the windows of the queries of the key group whose keys nobody declared, by the numbers of the queries
     */
    HeldRows(List<String> names, ClosedCells closed, Map<Integer, ScheduledWindow> windows) {
        super(WITHOUT_ENDS, FORMAT);
        this.names = names;
        this.closed = closed;
        this.windows = windows;
        this.closedUpTo = closed.from();
    }

    /**
     * The windows of a query.
     *
     * @param window when they end
     * @param lastEnd the end of the last one that is released
     */
    record ScheduledWindow(Window window, long lastEnd) {

        boolean endsAt(long end) {
            return window.cellStart(end) == end && end <= lastEnd;
        }
    }

    /** The time up to which windows have been passed on, epoch milliseconds. */
    long closedUpTo() {
        return closedUpTo;
    }

    void add(Outcome row) {
        held.computeIfAbsent(row.end(), end -> new ArrayList<>()).add(row);
    }

    /**
     * Passes on the rows of the windows that end at a time, and that they have ended, which is said of a window without rows as well. Windows
     * that were passed on before are left out.
     */
    void close(long end, Consumer<Outcome> out) {
        if (end <= closedUpTo) {
            return;
        }
        windows.forEach((query, scheduled) -> {
            if (scheduled.endsAt(end) && end > closed.end(query)) {
                add(Outcome.closed(query, scheduled.window().cellStart(end - 1), end));
            }
        });
        closeUpTo(end, out);
    }

    /** Removes the rows of windows that end at or before a time, and passes them on by windows, queries and the bytes of keys. */
    void closeUpTo(long time, Consumer<Outcome> out) {
        closedUpTo = Math.max(closedUpTo, time);
        held.entrySet().removeIf(window -> {
            boolean isClosed = window.getKey() <= time;
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
        long viewedClosedUpTo = closedUpTo;
        return out -> {
            out.writeLong(viewedClosedUpTo);
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
        if (format > WITHOUT_ENDS) {
            closedUpTo = in.readLong();
        }
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
