package dev.weir.operators.gate.unit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The overdrafts of units. An overdraft is spending that exceeds the budget of the unit's accounts in the present plan,
 * because an earlier plan granted more. The overdraft is kept for the case that a later plan grants more again. Each
 * overdraft is stored under the unit's number, in units of 10<sup>-15</sup> of the currency, above 0.
 *
 * <p>There are overdrafts only if the plan was changed after units had spent much. Memory: about 80 bytes for each unit
 * with an overdraft.
 */
final class Overdrafts {

    private final Map<Integer, Long> femto;

    Overdrafts() {
        this(new HashMap<>());
    }

    private Overdrafts(Map<Integer, Long> femto) {
        this.femto = femto;
    }

    /** Returns a copy of the overdrafts as they are now. */
    Overdrafts view() {
        return new Overdrafts(Map.copyOf(femto));
    }

    /** Returns the overdraft of a unit, or 0 if the unit has none. */
    long of(int unit) {
        return femto.getOrDefault(unit, 0L);
    }

    /** Sets the overdraft of a unit that has none yet. If {@code overdraft} is 0, nothing is stored. */
    void set(int unit, long overdraft) {
        if (overdraft > 0) {
            femto.put(unit, overdraft);
        }
    }

    /**
     * Gives the units new numbers: {@code moved[unit]}. The overdraft of a unit with a negative new number is dropped.
     */
    void renumber(int[] moved) {
        Map<Integer, Long> before = Map.copyOf(femto);
        femto.clear();
        before.forEach((unit, overdraft) -> {
            if (moved[unit] >= 0) {
                femto.put(moved[unit], overdraft);
            }
        });
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(femto.size());
        for (Map.Entry<Integer, Long> overdraft : femto.entrySet()) {
            out.writeInt(overdraft.getKey());
            out.writeLong(overdraft.getValue());
        }
    }

    static Overdrafts read(DataInput in) throws IOException {
        Overdrafts overdrafts = new Overdrafts();
        for (int left = in.readInt(); left > 0; left--) {
            overdrafts.set(in.readInt(), in.readLong());
        }
        return overdrafts;
    }
}
