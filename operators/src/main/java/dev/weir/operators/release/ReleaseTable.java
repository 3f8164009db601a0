package dev.weir.operators.release;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.state.restore.PlanMigration;
import dev.weir.operators.state.restore.StartRefused;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * The keys of one key group: a {@link QueryReleaser} for each query, and the time up to which their cells have been released
 * and are closed for good.
 *
 * <p>The state of a query is written under its name and preceded by its length, so that a plan without the query can
 * skip it. In that case the query's open cells are dropped unreleased, and the accounts of its keys are kept for a
 * later plan that has the query again.
 */
final class ReleaseTable extends KeyGroupTable {

    /**
     * The number of the format of tables. Format 3 states which adoptions have ended the table's series; format 2 does
     * not. Format 4 keeps the account that keys of levels share apart from those of single keys.
     */
    private static final int FORMAT = 4;

    private static final int FORMAT_WITHOUT_SHARED_ACCOUNT = 3;

    /**
     * The oldest format that can be read. Format 1 assigned keys to groups by another route, so its tables would
     * contain keys of other groups.
     */
    private static final int OLDEST_FORMAT = 2;

    private final List<String> names;
    private final List<? extends QueryReleaser> releasers;
    private final Map<String, byte[]> keysOfRemovedQueries = new TreeMap<>();
    private final ClosedCells closed;

    /** The queries whose accounts cannot be carried over, because their levels are others than before. */
    private final BitSet unknownAccounts = new BitSet();

    private long closedUpTo;

    /**
     * Creates a table without totals.
     *
     * @param names the names of the plan's queries
     * @param releasers the releaser of each query, in the order of the queries
     * @param closed the cells that are closed from the beginning, because of the schedule, the plan or an adoption
     */
    ReleaseTable(List<String> names, List<? extends QueryReleaser> releasers, ClosedCells closed) {
        super(OLDEST_FORMAT, FORMAT);
        this.names = names;
        this.releasers = releasers;
        this.closed = closed;
        this.closedUpTo = closed.from();
        releasers.forEach(releaser -> releaser.spendThrough(closed.closing().upTo()));
    }

    /**
     * The time up to which cells are closed, epoch milliseconds. A cell that ends at or before this time is closed; so
     * are the cells of a query up to {@link ClosedCells#end}.
     */
    long closedUpTo() {
        return closedUpTo;
    }

    /** Adds a partial sum to the totals of its cell, unless the cell is closed. */
    void add(PartialSum partial) {
        if (isOpen(partial.query(), partial.windowEnd())) {
            beforeChange();
            releasers.get(partial.query()).add(partial);
        }
    }

    private boolean isOpen(int query, long end) {
        return end > closedUpTo && end > closed.end(query);
    }

    /** Closes the cells of a query that end at {@code end}, unless they are closed already. */
    void close(int query, long end, List<Outcome> outcomes) {
        if (isOpen(query, end)) {
            beforeChange();
            releasers.get(query).close(end, outcomes);
        }
    }

    /** Notes that all cells that end at or before {@code time} have been closed. */
    void closeUpTo(long time) {
        closedUpTo = Math.max(closedUpTo, time);
    }

    /** Whether there are accounts that cannot be carried over, also if no account limits what is released at present. */
    boolean hasUnknownAccounts() {
        return !unknownAccounts.isEmpty();
    }

    /** Regards accounts that cannot be carried over as spent in every period that begins at or before {@code time}. */
    void spendUnknownAccounts(long time) {
        unknownAccounts.stream().forEach(query -> releasers.get(query).spendThrough(time));
    }

    @Override
    protected void copyArrays() {
        releasers.forEach(QueryReleaser::copyArrays);
    }

    @Override
    protected Contents contents() {
        long viewedClosedUpTo = closedUpTo;
        List<QueryReleaser.View> views =
                releasers.stream().map(QueryReleaser::view).toList();
        Map<String, byte[]> removed = Map.copyOf(keysOfRemovedQueries);
        return out -> {
            out.writeLong(viewedClosedUpTo);
            out.writeLong(closed.closing().through());
            out.writeLong(closed.closing().upTo());
            out.writeInt(names.size() + removed.size());
            writeDeclared(views, out);
            writeRemoved(removed, out);
        };
    }

    private void writeDeclared(List<QueryReleaser.View> views, DataOutput out) throws IOException {
        for (int query = 0; query < views.size(); query++) {
            writeSection(names.get(query), views.get(query), out);
        }
    }

    /**
     * Writes the sections of queries that the plan no longer has: the state of their keys, and an empty state of their
     * cells.
     */
    private static void writeRemoved(Map<String, byte[]> removed, DataOutput out) throws IOException {
        for (Map.Entry<String, byte[]> section : removed.entrySet()) {
            out.writeUTF(section.getKey());
            DataFields.writeBytes(section.getValue(), out);
            out.writeInt(0);
        }
    }

    private static void writeSection(String name, QueryReleaser.View view, DataOutput out) throws IOException {
        DataOutputSerializer part = new DataOutputSerializer(64);
        out.writeUTF(name);
        view.keys().write(part);
        DataFields.writeSection(part, out);
        part.clear();
        view.cells().write(part);
        DataFields.writeSection(part, out);
    }

    @Override
    public void read(DataInput in, int format, PlanMigration migration) throws IOException {
        closedUpTo = in.readLong();
        Closing applied = format == OLDEST_FORMAT ? Closing.NOTHING : new Closing(in.readLong(), in.readLong());
        boolean adopted = closed.isEndedBy(applied);
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            byte[] keys = DataFields.readBytes(in);
            boolean isOld = format <= FORMAT_WITHOUT_SHARED_ACCOUNT;
            Section section = new Section(isOld ? KeyAccounts.ofOldFormat(keys) : keys, DataFields.readBytes(in));
            read(name, section, migration, adopted);
        }
    }

    /** The state of a query: its part of the keys, and its part of the cells. */
    private record Section(byte[] keys, byte[] cells) {}

    private void read(String name, Section section, PlanMigration migration, boolean adopted) throws IOException {
        int query = names.indexOf(name);
        if (query < 0) {
            keysOfRemovedQueries.put(name, section.keys);
            return;
        }
        releasers.get(query).readKeys(new DataInputDeserializer(section.keys));
        if (migration.continues(name)) {
            readCells(query, new DataInputDeserializer(section.cells), adopted);
            requireBegunBefore(query, migration.raisedFrom());
        } else if (releasers.get(query).hasOrHadSharedAccount()) {
            unknownAccounts.set(query);
        }
    }

    private void readCells(int query, DataInput cells, boolean adopted) throws IOException {
        if (adopted) {
            releasers.get(query).readAdopted(cells, closed.end(query));
        } else {
            releasers.get(query).readCells(cells);
        }
    }

    /**
     * Refuses a state in which a series of the query has begun at or after the time of a new price step. A series keeps
     * the price that it began with ({@link dev.weir.operators.query.PriceStep}), and the series in this state began at
     * the old price.
     */
    private void requireBegunBefore(int query, long raised) throws SuppressRestartsException {
        if (releasers.get(query).hasBegunFrom(raised)) {
            throw new StartRefused(
                            StartRefused.Code.QUERY_CHANGED,
                            "totals of query " + names.get(query)
                                    + " have begun in the first period of the raised budget already: raise its version")
                    .asFailure();
        }
    }
}
