package dev.weir.operators.gate;

import java.util.Arrays;

/**
 * A privacy unit: the full id, so that no two units ever share an account, and the period.
 *
 * @param id the user's id
 * @param period the index of the period; 0 without periods
 */
record UnitId(byte[] id, long period) {

    @Override
    public boolean equals(Object other) {
        return other instanceof UnitId that && period == that.period && Arrays.equals(id, that.id);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(id) + Long.hashCode(period);
    }

    /** Says nothing: unit ids do not belong in logs. */
    @Override
    public String toString() {
        return "UnitId";
    }
}
