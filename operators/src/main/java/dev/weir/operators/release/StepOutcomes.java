package dev.weir.operators.release;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of the keys of one key group at a step, with the drawn numbers in one array. An {@link Outcome} is
 * created only when it is read, so that a step of many keys does not keep an object for each of them in memory.
 *
 * <p>In the order of the rows of keys; where exact values are revealed, those of a key stand before its noisy ones.
 * Bytes: 8 for each value, and two bits for each key.
 */
final class StepOutcomes extends AbstractList<Outcome> implements RandomAccess {

    private static final long[] NOTHING = {};

    private final Outcome released;
    private final KeyRows keys;
    private final StepCharges charges;
    private final long[] noisy;
    private final long @Nullable [] exact;
    private final int width;

    /**
     * The outcomes of all keys.
     *
     * @param released a release without key and values, whose charge is that of a key which pays
     * @param charges which keys pay, and which are withheld
     */
    StepOutcomes(Outcome released, KeyRows keys, StepCharges charges, Values values) {
        this.released = released;
        this.keys = keys;
        this.charges = charges;
        this.noisy = values.noisy();
        this.exact = values.exact();
        this.width = keys.size() == 0 ? 0 : noisy.length / keys.size();
    }

    /**
     * The values of all keys, key by key, which nobody changes any more.
     *
     * @param noisy the values that are released of a key unless it is withheld
     * @param exact the exact values, if they are revealed
     */
    @SuppressWarnings("ArrayRecordComponent") // it is taken apart at once
    record Values(long[] noisy, long @Nullable [] exact) {}

    @Override
    public int size() {
        return exact == null ? keys.size() : 2 * keys.size();
    }

    @Override
    public Outcome get(int index) {
        if (exact == null) {
            return noisy(index);
        }
        int row = index / 2;
        return index % 2 == 0 ? outcome(Outcome.Kind.EXACT, row, 0, values(exact, row)) : noisy(row);
    }

    private Outcome noisy(int row) {
        return charges.isWithheld(row)
                ? outcome(Outcome.Kind.WITHHELD, row, 0, NOTHING)
                : outcome(
                        Outcome.Kind.RELEASED, row, charges.isPaying(row) ? released.charge() : 0, values(noisy, row));
    }

    private long[] values(long[] all, int row) {
        return Arrays.copyOfRange(all, row * width, (row + 1) * width);
    }

    private Outcome outcome(Outcome.Kind kind, int row, long charge, long[] values) {
        return new Outcome(
                kind,
                released.query(),
                keys.name(row),
                released.start(),
                released.end(),
                released.step(),
                charge,
                values);
    }
}
