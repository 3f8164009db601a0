package dev.weir.operators.local.encode;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.state.restore.PlanMigration;
import java.io.DataInput;
import java.io.IOException;
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
    private final PersonHash hash;
    private long closedUpTo;
    private NavigableMap<Long, Persons> periods = new TreeMap<>();

    /** The persons of the last record's period; null if there are none, or they must be looked up. */
    private @Nullable Persons latest;

    private long latestPeriod;

    /** Creates a table without persons. */
    ReportTable(Plan plan, ClosedCells closed, PersonHash hash) {
        super(FORMAT, FORMAT);
        this.hash = hash;
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

    /** Reads a word of the person's entry, so that the entry is in the processor's caches when it is needed. */
    long touch(long period, AdmittedRecord record) {
        Persons persons = persons(period);
        return persons == null ? 0 : persons.touch(record);
    }

    /** What has been sent of the person of a record in a period; null if nothing has. */
    @Nullable Sent sent(long period, AdmittedRecord record) {
        Persons persons = persons(period);
        return persons == null ? null : persons.sent(record);
    }

    /** Keeps what has been sent of the person of a record in an open period. */
    void put(long period, AdmittedRecord record, Sent sent) {
        personsOf(period).put(record, sent);
    }

    /** The persons of a period; null if there are none. Most records are about the period of the record before. */
    private @Nullable Persons persons(long period) {
        if (latest == null || period != latestPeriod) {
            latest = periods.get(period);
            latestPeriod = period;
        }
        return latest;
    }

    private Persons personsOf(long period) {
        Persons known = persons(period);
        if (known == null) {
            known = new Persons(hash);
            periods.put(period, known);
            latest = known;
        }
        return known;
    }

    /** How many persons are kept, once for each of their periods. */
    int size() {
        return periods.values().stream().mapToInt(Persons::size).sum();
    }

    /** Closes all periods that end at or before a time, epoch milliseconds, and drops them. */
    void close(long time) {
        if (time > closedUpTo) {
            beforeChange();
            closedUpTo = time;
            while (!periods.isEmpty() && plan.unit().periodEnd(periods.firstKey()) <= time) {
                periods.pollFirstEntry();
            }
            latest = null;
        }
    }

    @Override
    protected void copyArrays() {
        NavigableMap<Long, Persons> copy = new TreeMap<>();
        periods.forEach((period, persons) -> copy.put(period, persons.copy()));
        periods = copy;
        latest = null;
    }

    @Override
    protected Contents contents() {
        long time = closedUpTo;
        NavigableMap<Long, Persons> viewed = periods;
        return out -> {
            out.writeLong(time);
            out.writeInt(viewed.size());
            for (Map.Entry<Long, Persons> period : viewed.entrySet()) {
                out.writeLong(period.getKey());
                period.getValue().write(out);
            }
        };
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
            personsOf(period).put(person, continues ? new Sent(used, memo) : Sent.of(Sent.ALL));
        }
    }
}
