package dev.weir.operators.gate;

import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.state.Succession;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The units of one key group, and the floor at or below which their windows are closed for good.
 *
 * <p>A unit is kept from its first counted record until the latest end of any window that meets its period is at or below
 * the floor; units without a period are kept for ever.
 */
final class UnitTable implements KeyGroupTable {

    private final Plan plan;
    private final Map<UnitId, Unit> units = new HashMap<>();
    private long floor;
    private long forgotten = Long.MIN_VALUE;

    /** No units, and everything that ends at or before {@code floor} closed. */
    UnitTable(Plan plan, long floor) {
        this.plan = plan;
        this.floor = floor;
    }

    /**
     * Whether a cell is closed to the units of a period: its window has ended, or the accounts of the period are forgotten,
     * which outlives a change of the plan to windows that would reach back into it.
     */
    boolean isClosed(long windowEnd, long period) {
        return windowEnd <= floor || period <= forgotten;
    }

    /** How many units are kept. */
    int size() {
        return units.size();
    }

    /** A unit as it is kept, or as it would be: {@link #keep} it once it has done something. */
    Unit find(UnitId id) {
        Unit unit = units.get(id);
        return unit == null ? new Unit(plan.queries().size()) : unit;
    }

    void keep(UnitId id, Unit unit) {
        units.put(id, unit);
    }

    /** Closes what ends at or before {@code time} and forgets what no record can reach any more. */
    void close(long time) {
        if (time > floor) {
            floor = time;
            units.values().forEach(unit -> unit.forget(floor));
            if (plan.unit().isPeriodic()) {
                forgotten = Math.max(forgotten, plan.unit().period(firstOpenInstant()) - 1);
                units.keySet().removeIf(id -> id.period() <= forgotten);
            }
        }
    }

    /** The first instant that an open window holds: a period that ends at or before it meets closed windows alone. */
    private long firstOpenInstant() {
        return plan.queries().stream()
                .mapToLong(priced -> priced.query().window().startOf(floor))
                .min()
                .orElseThrow();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(floor);
        out.writeLong(forgotten);
        out.writeInt(units.size());
        for (Map.Entry<UnitId, Unit> entry : units.entrySet()) {
            out.writeInt(entry.getKey().id().length);
            out.write(entry.getKey().id());
            out.writeLong(entry.getKey().period());
            UnitCodec.write(entry.getValue(), out);
        }
    }

    @Override
    public void read(DataInput in, Succession succession) throws IOException {
        floor = in.readLong();
        forgotten = in.readLong();
        UnitCodec codec = new UnitCodec(plan, succession);
        for (int left = in.readInt(); left > 0; left--) {
            byte[] id = new byte[in.readInt()];
            in.readFully(id);
            units.put(new UnitId(id, in.readLong()), codec.read(in));
        }
    }
}
