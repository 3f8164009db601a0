package dev.weir.calculator.keys;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * The privacy loss of one unit that a private partition selection may cause, and the keys that it considers.
 *
 * @param epsilon &epsilon; in nats for all keys of the unit together, from 1e-100 to 1e100
 * @param delta &delta; for all keys of the unit together, at least 1e-200 and below 1
 * @param maxKeys the most keys that one unit can contribute to, at least 1
 * @param preThreshold the least number of units of a released key, from 1, which excludes no key, to 10<sup>12</sup>
 */
record SelectionPolicy(double epsilon, double delta, int maxKeys, long preThreshold) {

    private static final double SMALLEST = 1e-200;
    private static final long MOST = 1_000_000_000_000L;

    /**
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon}, {@code delta}, {@code maxKeys} or {@code
     *     preThreshold} is out of range
     */
    public SelectionPolicy {
        Require.scale("epsilon", epsilon);
        Require.holds(delta >= SMALLEST && delta < 1, "delta", "at least 1e-200 and below 1", delta);
        Require.atLeast("maxKeys", maxKeys, 1);
        Require.that(preThreshold >= 1 && preThreshold <= MOST, "preThreshold", "between 1 and 10^12", preThreshold);
    }

    /** How the &delta; of a unit is divided among its keys. */
    public enum DeltaSplit {
        /**
         * Each key gets 1 - (1 - &delta;)<sup>1/maxKeys</sup>. The decisions on keys are independent, so the &delta;s of the keys compose
         * to &delta; exactly (Kairouz, Oh and Viswanath (2015), Theorem 3.3 with i = 0). The &delta; of a key is at least as large as with
         * {@link #UNION}.
         */
        INDEPENDENT {
            @Override
            double each(double delta, int maxKeys) {
                return -StrictMath.expm1(StrictMath.log1p(-delta) / maxKeys);
            }
        },
        /** Each key gets &delta; / maxKeys. This is the union bound, which needs no independence. */
        UNION {
            @Override
            double each(double delta, int maxKeys) {
                return delta / maxKeys;
            }
        };

        abstract double each(double delta, int maxKeys);
    }

    /** The &delta; of one key, rounded down, if the fraction {@code share} of the unit's &delta; is used. */
    double deltaOfKey(double share, DeltaSplit split) {
        return Rounding.down(split.each(share * delta, maxKeys), Margin.FORMULA);
    }

    /** The number of units of a key, reduced by the pre-threshold minus 1; 0 if the key must not be released. */
    long counted(long units) {
        Require.atLeast("units", units, 0);
        return Math.max(0, units - (preThreshold - 1));
    }
}
