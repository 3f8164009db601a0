package dev.weir.operators.local.encode;

import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.state.restore.PlanMigration;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What has been sent of the persons of one key group, by period, and the time up to which periods are closed for good. A period
 * is dropped as a whole when it closes: from then on all its records are refused, whatever the watermark says after a restore.
 *
 * <p>State of another version of the question, or of another question, is not given up: whoever has sent a report in a period
 * sends no more in it. So what two versions cost in one period is at most what the dearer one may cost.
 *
 * <p>As sensitive as the input.
 */
final class ReportTable extends KeyGroupTable {

    private static final int FORMAT = 1;

    private final Plan plan;
    private final ClosedCells closed;
    private long closedUpTo;
    private NavigableMap<Long, Map<PersonId, Sent>> periods = new TreeMap<>();

    /** Creates a table without persons. */
    ReportTable(Plan plan, ClosedCells closed) {
        super(FORMAT, FORMAT);
        this.plan = plan;
        this.closed = closed;
        this.closedUpTo = closed.from();
    }

    /** Prepares for a batch of records. This method must be called before {@link #put}. */
    void beginBatch() {
        beforeChange();
    }

    /** Whether a period takes no more records: it has ended, or an adoption has closed it. */
    boolean isClosed(long period) {
        long end = plan.unit().periodEnd(period);
        return end <= closedUpTo || end <= closed.end(0);
    }

    /** What has been sent of a person in a period; null if nothing has. */
    @Nullable Sent sent(long period, PersonId person) {
        Map<PersonId, Sent> persons = periods.get(period);
        return persons == null ? null : persons.get(person);
    }

    /** Keeps what has been sent of a person in an open period. */
    void put(long period, PersonId person, Sent sent) {
        periods.computeIfAbsent(period, any -> new HashMap<>()).put(person, sent);
    }

    /** How many persons are kept, once for each of their periods. */
    int size() {
        return periods.values().stream().mapToInt(Map::size).sum();
    }

    /** Closes all periods that end at or before a time, epoch milliseconds, and drops them. */
    void close(long time) {
        if (time > closedUpTo) {
            beforeChange();
            closedUpTo = time;
            while (!periods.isEmpty() && plan.unit().periodEnd(periods.firstKey()) <= time) {
                periods.pollFirstEntry();
            }
        }
    }

    @Override
    protected void copyArrays() {
        NavigableMap<Long, Map<PersonId, Sent>> copy = new TreeMap<>();
        periods.forEach((period, persons) -> copy.put(period, new HashMap<>(persons)));
        periods = copy;
    }

    @Override
    protected Contents contents() {
        long time = closedUpTo;
        NavigableMap<Long, Map<PersonId, Sent>> viewed = periods;
        return out -> {
            out.writeLong(time);
            out.writeInt(viewed.size());
            for (Map.Entry<Long, Map<PersonId, Sent>> period : viewed.entrySet()) {
                out.writeLong(period.getKey());
                write(period.getValue(), out);
            }
        };
    }

    private static void write(Map<PersonId, Sent> persons, DataOutput out) throws IOException {
        out.writeInt(persons.size());
        for (Map.Entry<PersonId, Sent> person : persons.entrySet()) {
            person.getKey().write(out);
            out.writeInt(person.getValue().used());
            out.writeInt(person.getValue().memo().length);
            out.write(person.getValue().memo());
        }
    }

    @Override
    public void read(DataInput in, int format, PlanMigration migration) throws IOException {
        boolean continues = migration.restoredQueries() == 1 && migration.target(0) == 0;
        closedUpTo = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            read(in, in.readLong(), continues);
        }
    }

    private void read(DataInput in, long period, boolean continues) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            PersonId person = PersonId.read(in);
            int used = in.readInt();
            byte[] memo = new byte[in.readInt()];
            in.readFully(memo);
            put(period, person, continues ? new Sent(used, memo) : Sent.of(Sent.ALL));
        }
    }
}
