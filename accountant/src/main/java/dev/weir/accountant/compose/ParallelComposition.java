package dev.weir.accountant.compose;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.math.BigDecimal;

/**
 * The price of releases over disjoint parts of a stream, for a privacy unit that may be in several of them.
 *
 * <p>Releases over disjoint sets of <em>units</em> cost the largest of their prices: McSherry (2009), Theorem 4. Keying
 * a stream by country or zone makes sets of <em>records</em> disjoint, not of units: a unit with records under c keys
 * pays for c releases. So the price for each key becomes a price for each unit only with a bound on the keys that a
 * unit contributes to (the l0 bound), and this bound must be enforced. Where neighbours replace a unit's records by
 * other records instead of empty slots, keys may both lose and gain, and the bound doubles. The set of keys must be
 * public or selected privately.
 */
public final class ParallelComposition {

    private ParallelComposition() {}

    /**
     * Pure &epsilon; of one unit: {@code keys epsilon}, rounded up.
     *
     * @param epsilon of one key's release, in nats, at least 0
     * @param keys the most keys that one unit contributes to, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} or {@code keys} is out of range
     */
    public static double epsilon(double epsilon, long keys) {
        return times(Require.notNegative("epsilon", epsilon), Require.atLeast("keys", keys, 1));
    }

    /**
     * The &rho; of one unit: {@code keys rho}, rounded up.
     *
     * @param rho &rho; of one key's release, at least 0
     * @param keys the most keys that one unit contributes to, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code rho} or {@code keys} is out of range
     */
    public static double rho(double rho, long keys) {
        return times(Require.notNegative("rho", rho), Require.atLeast("keys", keys, 1));
    }

    /**
     * The &mu; of one unit: {@code sqrt(keys) mu}, rounded up.
     *
     * @param mu &mu; of one key's release, at least 0
     * @param keys the most keys that one unit contributes to, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code mu} or {@code keys} is out of range
     */
    public static double mu(double mu, long keys) {
        double root = Math.sqrt((double) Require.atLeast("keys", keys, 1));
        return keys == 1
                ? Require.notNegative("mu", mu)
                : Rounding.up(Require.notNegative("mu", mu) * root, Margin.ARITHMETIC);
    }

    private static double times(double price, long keys) {
        return Rounding.up(new BigDecimal(price).multiply(BigDecimal.valueOf(keys)));
    }

    /**
     * The &delta; that each key's threshold may fail with, {@code 1 - (1 - delta)^(1/keys)}, rounded down.
     *
     * @param delta of one unit, above 0 and below 1
     * @param keys the most keys that one unit contributes to, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code delta} or {@code keys} is out of range
     */
    public static double deltaPerKey(double delta, long keys) {
        double log = Math.log1p(-Require.probability("delta", delta)) / Require.atLeast("keys", keys, 1);
        return Rounding.down(-Math.expm1(log), Margin.FORMULA);
    }
}
