package dev.weir.accountant.selection;

/**
 * A strategy of private partition selection: whether a key is released, decided by the number of privacy units that
 * contributed to it.
 *
 * <p>A unit counts once for each key that it contributed to. A key to which nobody contributed is not considered. With
 * a pre-threshold p, a strategy counts the units beyond the first p - 1; the guarantee is the same, because one unit
 * more or less moves that number by at most one.
 */
public sealed interface KeySelection permits LaplaceThreshold, GaussianThreshold, TruncatedGeometric {

    /** The price of the selection and the keys it considers. */
    SelectionPolicy policy();

    /**
     * The threshold in units, pre-threshold included, rounded up: the number that the noisy count must reach; for
     * {@link TruncatedGeometric} the smallest count that is always released.
     */
    double threshold();

    /**
     * The probability that a key is released, rounded down.
     *
     * @param units how many privacy units contributed to it, at least 0
     */
    double keepProbability(long units);
}
