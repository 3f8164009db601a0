package dev.weir.operators.release;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.operators.query.CellId;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.state.Succession;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The keys of one key group: exact totals of their open windows, what has been published about them, and the floor at or
 * below which their windows have been released and are closed for good.
 *
 * <p>A total is kept from the cell's first contribution until its window closes; accounts for good, so they grow with the
 * keys that were ever declared and not with the data.
 */
final class ReleaseTable implements KeyGroupTable {

    private final Map<CellId, long[]> totals = new HashMap<>();
    private final Map<KeyId, long[]> accounts = new HashMap<>();
    private long floor;

    /** No totals, and everything that ends at or before {@code floor} closed. */
    ReleaseTable(long floor) {
        this.floor = floor;
    }

    /** A key by name, so that its account outlives a change of the plan. */
    record KeyId(String query, String key) {}

    long floor() {
        return floor;
    }

    /** Adds to a cell; nothing if its window is closed. An overflow stops the job: it must never wrap. */
    void add(CellId cell, long[] amounts) {
        if (cell.windowEnd() <= floor) {
            return;
        }
        long[] total = totals.computeIfAbsent(cell, id -> new long[amounts.length]);
        for (int i = 0; i < total.length; i++) {
            total[i] = Math.addExact(total[i], amounts[i]);
        }
    }

    /** Takes the exact totals of a cell, and forgets them. */
    long[] take(CellId cell, int aggregates) {
        long[] total = totals.remove(cell);
        return total == null ? new long[aggregates] : total;
    }

    /** The words of a key's account: charged in place. */
    long[] account(KeyId key) {
        return accounts.computeIfAbsent(key, id -> new long[KeyAccount.WORDS]);
    }

    /** Closes what ends at or before {@code time}; all of it has been taken. */
    void close(long time) {
        floor = Math.max(floor, time);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(floor);
        out.writeInt(totals.size());
        for (Map.Entry<CellId, long[]> entry : totals.entrySet()) {
            out.writeInt(entry.getKey().query());
            out.writeInt(entry.getKey().key());
            out.writeLong(entry.getKey().windowEnd());
            out.writeInt(entry.getValue().length);
            for (long amount : entry.getValue()) {
                out.writeLong(amount);
            }
        }
        out.writeInt(accounts.size());
        for (Map.Entry<KeyId, long[]> entry : accounts.entrySet()) {
            out.writeUTF(entry.getKey().query());
            out.writeUTF(entry.getKey().key());
            out.writeLong(KeyAccount.latestPeriod(entry.getValue(), 0));
            out.writeLong(entry.getValue()[1]);
        }
    }

    @Override
    public void read(DataInput in, int format, Succession succession) throws IOException {
        floor = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            int successor = succession.successor(in.readInt());
            CellId cell = new CellId(successor, in.readInt(), in.readLong());
            long[] total = new long[in.readInt()];
            for (int i = 0; i < total.length; i++) {
                total[i] = in.readLong();
            }
            if (successor != Succession.NONE) {
                totals.put(cell, total);
            }
        }
        for (int left = in.readInt(); left > 0; left--) {
            KeyId key = new KeyId(in.readUTF(), in.readUTF());
            accounts.put(key, KeyAccount.restored(in.readLong(), in.readLong()));
        }
    }
}
