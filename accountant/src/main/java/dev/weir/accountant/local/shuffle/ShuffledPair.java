package dev.weir.accountant.local.shuffle;

/** Two distributions of what is seen of shuffled reports, which differ in the value of one report. */
@FunctionalInterface
interface ShuffledPair {

    /**
     * An upper bound on the hockey-stick divergence of the first from the second, up to the rounding of its arithmetic; a
     * number above {@code enough} if it is above it.
     *
     * @param epsilon &epsilon; in nats, at least 0
     * @param enough where to stop
     */
    double divergence(double epsilon, double enough);
}
