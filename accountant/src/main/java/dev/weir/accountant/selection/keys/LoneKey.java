package dev.weir.accountant.selection.keys;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * A key that exists only because of one privacy unit: what decides whether a key exists, and how large its exact number can be while one
 * unit is needed for it.
 *
 * <p>A key <i>exists</i> in a cell, or in a series from some step on, if records of at least p distinct units were kept for it there. A key
 * that exists is <i>announced</i> once a noisy number of it, the selection statistic, reaches a threshold. A key that does not exist or was
 * not announced must leave no trace outside the trusted base. The selection statistic is a count of records or of units; a unit adds at most
 * M to it. While one unit is needed for the existence of a key, at most p units have contributed to the key, so its exact statistic is at
 * most p M.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit u are replaced by empty slots; D is the stream with u, D' the stream
 * without. What is kept for a unit depends on the unit's own records only, so all other units have the same kept records in both. Let the
 * noisy numbers of all keys, published or not, be (&epsilon;, &delta;<sub>n</sub>)-indistinguishable: the unit's account pays for that. Let
 * u touch at most L keys, and let q bound, for each touch, the probability that a statistic of at most p M reaches its threshold at any
 * examination. Then everything that is published is (&epsilon;, &delta;<sub>n</sub> + L q)-indistinguishable in both directions, also for
 * streams that are chosen by looking at what was published.
 *
 * <p><b>Proof.</b> In the reference game a key is examined from the moment at which it exists by the records of units other than u, for
 * either stream. What the game publishes is the same function of the noisy numbers y of all keys under D and under D'. Let V be what is
 * published together with all y, those of keys that are never announced too. V is (&epsilon;, &delta;<sub>n</sub>)-indistinguishable. Under
 * D' the job is the reference game. Under D it differs only from the first moment on at which a key that needs u for its existence is
 * announced. This event E is a function of V, and up to E both runs are equal draw by draw. So for every set S of outcomes
 *
 * <p>P(job on D in S) &le; P(game on D in S, not E) + P<sub>D</sub>(E) &le; e<sup>&epsilon;</sup> P(job on D' in S) + &delta;<sub>n</sub> +
 * P<sub>D</sub>(E), and
 *
 * <p>P(job on D' in S) &le; P(game on D' in S, not E) + P<sub>D'</sub>(E) &le; e<sup>&epsilon;</sup> P(game on D in S, not E) +
 * &delta;<sub>n</sub> + P<sub>D'</sub>(E) &le; e<sup>&epsilon;</sup> P(job on D in S) + &delta;<sub>n</sub> + P<sub>D'</sub>(E).
 *
 * <p>Neither direction multiplies P(E) by e<sup>&epsilon;</sup>, because V holds the noisy numbers of keys that were never announced. While
 * a key needs u for its existence, nobody sees anything that depends on the key's noise, so the choice of the key and of its records is
 * independent of this noise. Hence each touch is in E with probability at most q, under D and, where the statistic is smaller, under D'.
 *
 * <p>Source: derived here; thresholds on noisy counts are those of Korolova, Kenthapadi, Mishra and Ntoulas (2009) and of Wilson and others
 * (2020).
 *
 * @param preThreshold p, the least number of distinct units of a key that exists, from 1 to 10<sup>12</sup>
 * @param most M, the most that one unit adds to the selection statistic of one key, from 1 to 10<sup>6</sup>
 */
public record LoneKey(long preThreshold, long most) implements Serializable {

    private static final long MOST_UNITS = 1_000_000_000_000L;
    private static final long MOST_RECORDS = 1_000_000;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code preThreshold} or {@code most} is out of range */
    public LoneKey {
        Require.that(
                preThreshold >= 1 && preThreshold <= MOST_UNITS, "preThreshold", "between 1 and 10^12", preThreshold);
        Require.that(most >= 1 && most <= MOST_RECORDS, "most", "between 1 and 10^6", most);
    }

    /** The largest exact statistic, p M, of a key that needs one unit for its existence. */
    public long largest() {
        return preThreshold * most;
    }

    /**
     * Whether a key exists.
     *
     * @param units the number of distinct units with a kept record, at least 0
     */
    public boolean exists(long units) {
        return units >= preThreshold;
    }
}
