package dev.weir.operators.gate.unit;

import dev.weir.accountant.account.UInt128;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.gate.cell.OpenCells;
import dev.weir.operators.state.restore.PlanMigration;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;

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

    /**
     * Reads units into a table's {@code units}, which must be empty. Spending is booked under the present plan as if units had been charged the prices of their records in {@code cells}, not bounds.
     */
    void read(DataInput in, UnitEntries units, OpenCells cells, PlanMigration migration) throws IOException {
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
            BigInteger[] excess = excess(cells, unit);
            for (int query = 0; query < parts.length; query++) {
                int target = migration.target(query);
                parts[query] = target == PlanMigration.NONE ? parts[query] : price(parts[query], excess[target]);
            }
            PlanMigration.Spent spent = new PlanMigration.Spent(period, parts, restored.of(order));
            overdrafts.set(unit, migration.carryOver(spent, units.words(), accountsAt(entry)));
            chargeAgain(excess, cells, units, unit);
        }
    }

    private static BigInteger price(BigInteger bound, BigInteger excess) throws IOException {
        BigInteger price = bound.subtract(excess);
        if (price.signum() < 0) {
            throw new IOException("what a unit was charged must be at least what exceeds the price of its records");
        }
        return price;
    }

    /** What a unit has been charged above the prices of its records, for each query of the present plan. */
    private BigInteger[] excess(OpenCells cells, int unit) {
        BigInteger[] excess = new BigInteger[layout.queries()];
        Arrays.setAll(excess, query -> {
            Settlement settlement = layout.settlement(query);
            return settlement == null ? BigInteger.ZERO : settlement.excess(cells, unit);
        });
        return excess;
    }

    /**
     * Charges a unit whose accounts hold the prices of its records the bounds again. Where an account has no room for it any more, because something else has been booked into it, the records become cells.
     */
    private void chargeAgain(BigInteger[] excess, OpenCells cells, UnitEntries units, int unit) {
        for (int query = 0; query < excess.length; query++) {
            Settlement settlement = layout.settlement(query);
            int at = units.at(unit) + layout.account(query);
            boolean fits = layout.unitAccount(query)
                    .charge(units.words(), at, UInt128.high(excess[query]), UInt128.low(excess[query]));
            if (settlement != null && !fits) {
                cells.forEach(query, (end, window) -> settlement.makeCells(window, unit));
            }
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
