package dev.weir.accountant.compose.pld;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.util.Optional;
import java.util.function.Function;

/**
 * A limit on the work of computing one answer, counted in nodes of quadrature and points of lattices, whose numbers are
 * the same on every machine. Work is claimed before it is done, so that no computation begins that would take too long.
 * Not safe for use by several threads.
 */
public final class Work {

    /** The work of one answer: some seconds of a processor, and 200 MB. */
    private static final double ANSWER = 5e7;

    /** The work of a search, which asks many small questions and takes about as long as one answer. */
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
     * A limit of a given amount of work.
     *
     * @param steps the number of nodes and points
     */
    public static Work of(double steps) {
        return new Work(steps);
    }

    /** The work of a search for the noise that gives a wanted answer. */
    public static Work ofSearch() {
        return new Work(SEARCH);
    }

    /**
     * The result of a computation; empty if it needs more work than is left. An exception of the computation that has
     * another reason is thrown on.
     *
     * @param <T> the type of the result
     * @param computation the computation, which claims work from the object that it is given
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

    /** The work that is left; negative after more has been claimed than was left. */
    public double left() {
        return left;
    }

    /** Whether more work has been claimed than was left. */
    public boolean isExceeded() {
        return left < 0;
    }

    /**
     * Claims some of the work.
     *
     * @param steps the number of nodes or points, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if less than {@code steps} is left
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
