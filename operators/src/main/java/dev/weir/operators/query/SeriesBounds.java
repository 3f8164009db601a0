package dev.weir.operators.query;

import dev.weir.accountant.continual.Participation;
import dev.weir.operators.identity.TaggedFields;
import java.io.Serializable;

/**
 * How much one unit may contribute to series of totals, running or sliding: its first records count, those beyond a bound do
 * not. A key counts once for each series, that is once between two resets.
 *
 * @param keysPerPeriod the most keys that a unit may contribute to in its life; at least 1
 * @param recordsPerKey the most records that a unit may add to one key of one series; at least 1
 * @param participations the same, as the literature on correlated noise calls it; the smaller one counts; at least 1
 * @param separation how many steps apart two records of a unit must be that count under one key; 0: any, and several may
 *     share a step
 */
public record SeriesBounds(int keysPerPeriod, int recordsPerKey, int participations, int separation)
        implements Serializable {

    /** No bounds. */
    public static final SeriesBounds NONE = new SeriesBounds(Bounds.UNBOUNDED, Bounds.UNBOUNDED, Bounds.UNBOUNDED, 0);

    /** @throws IllegalArgumentException if a bound is below 1, or the separation below 0 */
    public SeriesBounds {
        requirePositive("keys-per-period", keysPerPeriod);
        requirePositive("records-per-key", recordsPerKey);
        requirePositive("participations", participations);
        if (separation < 0) {
            throw new IllegalArgumentException("separation must be >= 0, was " + separation);
        }
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be >= 1, was " + value);
        }
    }

    /** The most records that a unit may add to one key of one series. */
    public int records() {
        return Math.min(recordsPerKey, participations);
    }

    /** The bounds as the price of a series needs them. */
    Participation participation() {
        return new Participation(orUnlimited(keysPerPeriod), orUnlimited(records()), separation);
    }

    private static long orUnlimited(int bound) {
        return bound == Bounds.UNBOUNDED ? Participation.UNLIMITED : bound;
    }

    /** The same bounds for cells that are as long as a series. */
    Bounds perCell() {
        return new Bounds(keysPerPeriod, records(), keysPerPeriod, Bounds.UNBOUNDED);
    }

    TaggedFields identity() {
        TaggedFields fields = new TaggedFields();
        Bounds.put(fields, 1, keysPerPeriod);
        Bounds.put(fields, 2, recordsPerKey);
        Bounds.put(fields, 3, participations);
        return separation == 0 ? fields : fields.put(4, separation);
    }
}
