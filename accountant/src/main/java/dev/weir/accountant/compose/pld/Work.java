package dev.weir.accountant.compose.pld;

import dev.weir.accountant.privacy.Require;

/**
 * How much one answer may take to compute, counted in nodes of quadrature and points of lattices: the same on every
 * machine. Whoever does the work asks first, so that nothing is begun that would not end. Used by one thread.
 */
public final class Work {

    /** About three seconds of one slow processor, and 200 MB. */
    private static final double MOST = 3e7;

    private double left = MOST;

    /** The work of one answer. */
    public Work() {}

    /**
     * Takes some of the work.
     *
     * @param steps how many nodes or points
     * @throws dev.weir.accountant.privacy.InvalidParameter if so much is not left
     */
    public void spend(double steps) {
        left -= steps;
        Require.that(
                left >= 0,
                "plan",
                "one that takes at most 3e7 nodes and lattice points to account for: of fewer different mechanisms,"
                        + " fewer runs, or noise that is neither far too small nor far too large",
                "one that takes more");
    }
}
