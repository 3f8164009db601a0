package dev.weir.accountant.continual;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Ratio;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A way of releasing the running totals of a series of integers, one at each step, with noise that belongs together: the whole
 * series is one additive mechanism on C x, of which each release is a function.
 *
 * <p>A variant is a value and travels with the plan; what draws is built from it where it is needed: {@link #prepare}. The
 * state of one series is {@link #words} words of a {@code long[]}, so that many series share one array. It holds what has been
 * added and the noise drawn so far, hence is as secret as the data, and neither noise of later steps nor a generator. Words of
 * 0 are a series that has not begun. A state belongs to the parameters it was started with.
 *
 * <p>Everything is counted in grid steps of the value released. Neighbours differ in all records of one privacy unit; the
 * guarantee holds for increments that are chosen by looking at earlier releases.
 */
public sealed interface CorrelatedNoise extends Serializable permits BltNoise, KaryTreeNoise, BinaryTreeNoise {

    /** How many words of state one series takes. */
    int words();

    /** The step at which a series ends for good: taking one more is refused. */
    long lastStep();

    /** Starts a series in the words from {@code at} on, or starts it anew: a reset. */
    default void init(long[] state, int at) {
        Arrays.fill(state, at, at + words(), 0);
    }

    /** How many steps a series has taken. */
    default long step(long[] state, int at) {
        return state[at];
    }

    /** What takes the steps. Building it may take milliseconds: it is built once and kept. */
    PreparedSeries prepare();

    /** The norm in which it is counted how far one unit moves C x. */
    Norm norm();

    /**
     * What a whole series, to its last step, costs a unit whose contributions are bounded: what the worst pattern costs,
     * rounded up; more than any budget where nothing bounds it.
     *
     * @param fullSize the most one contribution adds, in grid steps, at least 1
     */
    Amount cost(Participation bounds, long fullSize);

    /**
     * The noise of which each draw has {@code factor} times the scale b, or the variance sigma&sup2;, of this one's.
     *
     * @param factor above 0
     */
    CorrelatedNoise times(Ratio factor);

    /** The standard deviation of the total released at {@code step}, of the law that is drawn from, in grid steps. */
    double stddev(long step);

    /** The name under which people know the mechanism. */
    String label();
}
