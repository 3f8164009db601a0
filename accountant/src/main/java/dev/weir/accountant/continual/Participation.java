package dev.weir.accountant.continual;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * What one unit may contribute to one series of running totals, from its start to its end.
 *
 * <p>The worst pattern has all keys at once, in each of them as many contributions as fit, as early and as close together as
 * they may be; inner products of columns of C are positive and shrink with their distance, so every other pattern costs less.
 *
 * @param keys to how many keys, at least 1; a key counts once for each series, where totals restart within a unit's period
 * @param times how often to each of them, at least 1
 * @param separation how many steps apart two contributions to one key are, at least; 0 if they may share a step
 */
public record Participation(long keys, long times, long separation) implements Serializable {

    /** No limit. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** No bounds: what a unit contributes is limited by its account alone. */
    public static final Participation ANY = new Participation(UNLIMITED, UNLIMITED, 0);

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code keys}, {@code times} or {@code separation} is out of range */
    public Participation {
        Require.atLeast("keys", keys, 1);
        Require.atLeast("times", times, 1);
        Require.atLeast("separation", separation, 0);
    }

    /** How often a unit may contribute to one key within {@code steps} steps. */
    long timesWithin(long steps) {
        return separation == 0 ? times : Math.min(times, (steps - 1) / separation + 1);
    }
}
