package dev.weir.accountant.compose.pld;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.util.Optional;
import java.util.function.Function;

/**
 * How much one answer may take to compute, counted in nodes of quadrature and points of lattices: the same on every
 * machine. Whoever does the work asks first, so that nothing is begun that would not end. Used by one thread.
 */
public final class Work {

    /** About five seconds of one slow processor, and 200 MB. */
    private static final double ANSWER = 5e7;

    /** About as long: a search asks many small questions. */
    private static final double SEARCH = 1e8;

    private double left;

    private Work(double left) {
        this.left = left;
    }

    /** The work of one answer. */
    public static Work ofAnswer() {
        return new Work(ANSWER);
    }

    /**
     * So much work.
     *
     * @param steps how many nodes and points
     */
    public static Work of(double steps) {
        return new Work(steps);
    }

    /** The work of a search for the noise that gives a wanted answer. */
    public static Work ofSearch() {
        return new Work(SEARCH);
    }

    /**
     * What a computation answers within this work, or nothing where it takes more. Whatever else it refuses is thrown.
     *
     * @param computation spends this work
     */
    public <T> Optional<T> answer(Function<Work, T> computation) {
        try {
            return Optional.of(computation.apply(this));
        } catch (InvalidParameter e) {
            if (isExceeded()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** How much is left; below 0 once more has been asked for than there was. */
    public double left() {
        return left;
    }

    /** Whether more has been asked for than there was. */
    public boolean isExceeded() {
        return left < 0;
    }

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
                "one that takes at most 5e7 nodes and lattice points to account for (a search 1e8): take fewer different"
                        + " mechanisms, fewer runs, a larger delta, or noise that is neither far too small nor too large",
                "one that takes more");
    }
}
