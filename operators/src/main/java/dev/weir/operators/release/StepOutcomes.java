package dev.weir.operators.release;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of the keys of one key group at a step, with the drawn numbers in one array. An {@link Outcome} is
 * created only when it is read, so that a step with many keys does not keep an object for each key in memory.
 *
 * <p>The outcomes are in the order of the entries of keys. If exact values are revealed, the exact outcome of each key
 * comes before its noisy outcome. Memory: 8 bytes for each value, and two bits for each key.
 */
final class StepOutcomes extends AbstractList<Outcome> implements RandomAccess {

    private static final long[] NOTHING = {};

    private final Outcome released;
    private final KeyEntries keys;
    private final StepCharges charges;
    private final long[] noisy;
    private final long @Nullable [] exact;

    /**
     * Creates the outcomes of all keys.
     *
     * @param released a release without key and values, with the charge of a key that pays
     * @param charges the keys that pay, and the keys that are withheld
     */
    StepOutcomes(Outcome released, KeyEntries keys, StepCharges charges, Values values) {
        this.released = released;
        this.keys = keys;
        this.charges = charges;
        this.noisy = values.noisy();
        this.exact = values.exact();
    }

    /**
     * The values of all keys, key by key, in arrays that are not changed any more.
     *
     * @param noisy the noisy values, which are released unless the key is withheld
     * @param exact the exact values, if they are revealed
     */
    @SuppressWarnings("ArrayRecordComponent") // the record is taken apart at once
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
        int entry = index / 2;
        return index % 2 == 0 ? outcome(Outcome.Kind.EXACT, entry, 0, values(exact, entry)) : noisy(entry);
    }

    private Outcome noisy(int entry) {
        return charges.isWithheld(entry)
                ? outcome(Outcome.Kind.WITHHELD, entry, 0, NOTHING)
                : outcome(
                        Outcome.Kind.RELEASED,
                        entry,
                        charges.isPaying(entry) ? released.charge() : 0,
                        values(noisy, entry));
    }

    /** The values of a key; with levels a noisy window has more numbers than an exact one. */
    private long[] values(long[] all, int entry) {
        int width = all.length / keys.size();
        return Arrays.copyOfRange(all, entry * width, (entry + 1) * width);
    }

    private Outcome outcome(Outcome.Kind kind, int entry, long charge, long[] values) {
        return new Outcome(
                kind,
                released.query(),
                keys.name(entry),
                released.start(),
                released.end(),
                released.step(),
                released.window(),
                charge,
                values);
    }
}
