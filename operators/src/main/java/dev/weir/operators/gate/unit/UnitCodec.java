package dev.weir.operators.gate.unit;

import dev.weir.accountant.account.UInt128;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.state.restore.PlanMigration;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;

/**
 * Writes the units of a table, and reads them back. When units are read, the plan may be the plan under which they were
 * written or a later one. An account is written as two words, even if it takes one word in memory.
 */
final class UnitCodec {

    private final UnitLayout layout;
    private final Overdrafts overdrafts;

    UnitCodec(UnitLayout layout, Overdrafts overdrafts) {
        this.layout = layout;
        this.overdrafts = overdrafts;
    }

    void write(UnitView units, DataOutput out) throws IOException {
        overdrafts.write(out);
        new UnitWriter(layout, units, out).write();
    }

    /** Reads units into a table's {@code units}, which must be empty. */
    void read(DataInput in, UnitEntries units, PlanMigration migration) throws IOException {
        Overdrafts restored = Overdrafts.read(in);
        int size = in.readInt();
        for (int order = 0; order < size; order++) {
            int unit = units.insert(readId(in), in.readLong());
            int entry = units.at(unit);
            BigInteger[] parts = new BigInteger[migration.restoredQueries()];
            for (int query = 0; query < parts.length; query++) {
                parts[query] = UInt128.toBigInteger(in.readLong(), in.readLong());
                readCounts(in, migration.target(query), units.words(), entry);
            }
            long period = UnitLayout.period(units.words(), entry);
            PlanMigration.Spent spent = new PlanMigration.Spent(period, parts, restored.of(order));
            overdrafts.set(unit, migration.carryOver(spent, units.words(), accountsAt(entry)));
        }
    }

    private static AdmittedRecord readId(DataInput in) throws IOException {
        int length = in.readInt();
        long high = in.readLong();
        long low = in.readLong();
        byte[] longId = new byte[length > AdmittedRecord.PACKED_BYTES ? length : 0];
        in.readFully(longId);
        AdmittedRecord record = new AdmittedRecord();
        record.setId(length, high, low, longId);
        return record;
    }

    private void readCounts(DataInput in, int query, long[] words, int entry) throws IOException {
        long cellsAndWindows = in.readLong();
        if (query != PlanMigration.NONE) {
            layout.setCounts(query, cellsAndWindows, words, entry);
        }
    }

    private int[] accountsAt(int entry) {
        int[] places = layout.accounts().clone();
        for (int query = 0; query < places.length; query++) {
            places[query] += entry;
        }
        return places;
    }
}
