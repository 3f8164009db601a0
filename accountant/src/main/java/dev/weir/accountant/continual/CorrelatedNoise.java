package dev.weir.accountant.continual;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Ratio;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A mechanism that releases the running total of a series of integers at each step. The noise of the steps is correlated: if x are the
 * increments of the steps, the whole series is one additive mechanism on C x, with a matrix C that the variant fixes, and each release is a
 * function of the output of this mechanism.
 *
 * <p>An object of this type is an immutable value; {@link #prepare} builds the object that draws. The state of one series is {@link #words}
 * words of a {@code long[]}, so that many series share one array. The state holds the sums of the increments and of the noise drawn so far,
 * so the state is as secret as the data. It holds neither noise of later steps nor a random generator. A state whose words are all 0 is a
 * series that has not begun. A state may only be used with the parameters that it was started with.
 *
 * <p>All values are in grid steps of the released value. Neighbours differ in all records of one privacy unit. The
 * guarantee also holds for increments that are chosen by looking at earlier releases.
 */
public sealed interface CorrelatedNoise extends Serializable permits BltNoise, KaryTreeNoise, BinaryTreeNoise {

    /** The number of words of state that one series takes. */
    int words();

    /** The last step of a series; a further step is refused. */
    long lastStep();

    /**
     * Starts a series in the words from {@code at} on, or resets the series there.
     *
     * @param state the states of several series, {@link #words} words each
     * @param at the index of the series' first word in {@code state}
     */
    default void init(long[] state, int at) {
        Arrays.fill(state, at, at + words(), 0);
    }

    /**
     * The number of steps that a series has taken.
     *
     * @param state the states of several series
     * @param at the index of the series' first word in {@code state}
     */
    default long step(long[] state, int at) {
        return state[at];
    }

    /**
     * Builds the object that draws this noise and takes the steps of series. Building may take milliseconds, so the
     * object should be kept.
     */
    PreparedSeries prepare();

    /** The norm that measures how far one unit moves C x. */
    Norm norm();

    /**
     * The price of a whole series, to its last step, for a unit whose contributions are bounded: the price of the worst
     * pattern of contributions, rounded up. If the pattern is not bounded, the price exceeds every budget.
     *
     * @param bounds what one unit may contribute to the series
     * @param fullSize the most one contribution adds, in grid steps, at least 1
     */
    Amount cost(Participation bounds, long fullSize);

    /**
     * This mechanism with the scale b, or under Gaussian noise the variance sigma&sup2;, of every draw multiplied by
     * {@code factor}.
     *
     * @param factor the factor, above 0
     */
    CorrelatedNoise times(Ratio factor);

    /**
     * The standard deviation of the released total at {@code step}, in grid steps, computed for the distribution that
     * is sampled.
     *
     * @param step the step, from 1 to {@link #lastStep}
     */
    double stddev(long step);

    /** The name of the mechanism in the literature. */
    String label();
}
