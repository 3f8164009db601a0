package dev.weir.accountant.continual;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * The bounds on what one unit may contribute to one series of running totals, from its start to its end.
 *
 * <p>In the worst pattern a unit contributes to all its keys, as often as the bounds admit, as early and as close together as they admit.
 * Every other pattern costs less or the same. Under Laplace noise the cost depends on the sum of the sizes alone. Under Gaussian noise
 * inner products of columns of C are positive and decrease with the columns' distance.
 *
 * @param keys the largest number of keys that the unit contributes to, at least 1; if totals restart within a unit's period, a key counts
 *     once for each series
 * @param times the largest number of contributions to each key, at least 1
 * @param separation the smallest distance of two contributions to one key, in steps; 0 if they may share a step
 */
public record Participation(long keys, long times, long separation) implements Serializable {

    /** The value for no limit. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** A value without bounds: a unit's contributions are limited only by its account. */
    public static final Participation ANY = new Participation(UNLIMITED, UNLIMITED, 0);

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code keys}, {@code times} or {@code separation} is out of range */
    public Participation {
        Require.atLeast("keys", keys, 1);
        Require.atLeast("times", times, 1);
        Require.atLeast("separation", separation, 0);
    }

    /** The largest number of contributions of a unit to one key within {@code steps} steps. */
    long timesWithin(long steps) {
        return separation == 0 ? times : Math.min(times, (steps - 1) / separation + 1);
    }
}
