package dev.weir.accountant.selection;

/**
 * A rule by which a key is named or passed over in silence, from the number of privacy units that touched it.
 *
 * <p>Every unit counts once a key, whatever it contributed to it. A key nobody touched is never examined, let alone
 * named. With a pre-threshold p every rule acts on the units beyond the first p - 1, which changes no promise: adding or
 * removing one unit moves that number by at most one.
 */
public sealed interface KeySelection permits LaplaceThreshold, GaussianThreshold, TruncatedGeometric {

    /** What the selection may cost. */
    SelectionPolicy policy();

    /**
     * The threshold in units, pre-threshold included, rounded up: what the noisy count must reach; for
     * {@link TruncatedGeometric} the smallest count that is always named.
     */
    double threshold();

    /**
     * The probability that a key is named, rounded down.
     *
     * @param units how many privacy units touched it, at least 0
     */
    double keepProbability(long units);
}
