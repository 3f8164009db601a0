package dev.weir.calculator.keys;

/**
 * A strategy of private partition selection, which decides by the number of privacy units that contributed to a key
 * whether the key is released.
 *
 * <p>A unit counts once for each key that it contributed to. A key without contributions is not considered. With a
 * pre-threshold p, a strategy subtracts p - 1 from the number of units of a key, and never releases a key with fewer
 * than p units. The guarantee is the same, because one unit more or less changes the reduced number by at most one.
 */
sealed interface KeySelection permits LaplaceThreshold, GaussianThreshold, TruncatedGeometric {

    /**
     * The threshold in units, including the pre-threshold, rounded up. It is the number that the noisy count must
     * reach; for {@link TruncatedGeometric} it is the smallest count that is always released.
     */
    double threshold();

    /**
     * The probability that a key is released, rounded down.
     *
     * @param units the number of privacy units that contributed to the key, at least 0
     */
    double keepProbability(long units);
}
