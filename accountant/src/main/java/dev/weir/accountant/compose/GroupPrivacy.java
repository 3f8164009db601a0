package dev.weir.accountant.compose;

/**
 * What a promise to one privacy unit is worth to a group of units that act together, or to one person behind several.
 *
 * <p>Sources: Dwork and Roth (2014), Theorem 2.2 and its induction for &delta;; Bun and Steinke (2016), Proposition 1.9
 * for &rho;; Dong, Roth and Su (2022), Theorem 2.14 for &mu;.
 */
public final class GroupPrivacy {

    private GroupPrivacy() {}

    /** &epsilon; of a group of {@code size}: {@code size epsilon}. */
    public static double epsilon(double epsilon, long size) {
        return Require.notNegative("epsilon", epsilon) * Require.atLeast("size", size, 1);
    }

    /**
     * &delta; that goes with {@link #epsilon}: {@code delta (1 + e^epsilon + ... + e^((size-1) epsilon))}, at most 1.
     *
     * @param epsilon of one unit, in nats, at least 0
     * @param delta of one unit, from 0 to 1
     * @param size at least 1
     */
    public static double delta(double epsilon, double delta, long size) {
        Require.holds(delta >= 0 && delta <= 1, "delta", ">= 0 and at most 1", delta);
        double all = epsilon(epsilon, size);
        double factor = epsilon == 0 ? size : Math.expm1(all) / Math.expm1(epsilon);
        return delta == 0 ? 0 : Math.min(1, delta * factor);
    }

    /** The textbook's looser {@code size e^((size-1) epsilon) delta}, at most 1. */
    public static double textbookDelta(double epsilon, double delta, long size) {
        Require.holds(delta >= 0 && delta <= 1, "delta", ">= 0 and at most 1", delta);
        double exponent = epsilon(epsilon, size) - epsilon;
        return delta == 0 ? 0 : Math.min(1, delta * size * Math.exp(exponent));
    }

    /** &rho; of a group of {@code size}: {@code size^2 rho}. */
    public static double rho(double rho, long size) {
        return Require.notNegative("rho", rho) * Require.atLeast("size", size, 1) * size;
    }

    /** &mu; of a group of {@code size}: {@code size mu}. */
    public static double mu(double mu, long size) {
        return Require.notNegative("mu", mu) * Require.atLeast("size", size, 1);
    }
}
