package dev.weir.accountant.continual;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Ratio;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A mechanism that releases the running total of a series of integers at each step. The noise of the steps is
 * correlated: the whole series is one additive mechanism on C x, and each release is a function of its output.
 *
 * <p>A variant is a value and travels with the plan; what draws is built from it where it is needed: {@link #prepare}.
 * The state of one series is {@link #words} words of a {@code long[]}, so that many series share one array. It holds
 * what has been added and the noise drawn so far, hence is as secret as the data, and neither noise of later steps nor
 * a generator. Words of 0 are a series that has not begun. A state belongs to the parameters it was started with.
 *
 * <p>Everything is counted in grid steps of the value released. Neighbours differ in all records of one privacy unit;
 * the guarantee holds for increments that are chosen by looking at earlier releases.
 */
public sealed interface CorrelatedNoise extends Serializable permits BltNoise, KaryTreeNoise, BinaryTreeNoise {

    /** How many words of state one series takes. */
    int words();

    /** The step at which a series ends for good: taking one more is refused. */
    long lastStep();

    /**
     * Starts a series in the words from {@code at} on, or starts it anew: a reset.
     *
     * @param state the states of several series, {@link #words} words each
     * @param at the index of the series' first word in {@code state}
     */
    default void init(long[] state, int at) {
        Arrays.fill(state, at, at + words(), 0);
    }

    /**
     * How many steps a series has taken.
     *
     * @param state the states of several series
     * @param at the index of the series' first word in {@code state}
     */
    default long step(long[] state, int at) {
        return state[at];
    }

    /**
     * The sampler of this noise, which takes the steps of series. Building it may take milliseconds: build it once and
     * keep it.
     */
    PreparedSeries prepare();

    /** The norm in which it is counted how far one unit moves C x. */
    Norm norm();

    /**
     * The price of a whole series, to its last step, for a unit whose contributions are bounded: the price of the worst
     * pattern of contributions, rounded up. Where nothing bounds the pattern, the price exceeds every budget.
     *
     * @param bounds what one unit may contribute to the series
     * @param fullSize the most one contribution adds, in grid steps, at least 1
     */
    Amount cost(Participation bounds, long fullSize);

    /**
     * This mechanism with the scale b, or under Gaussian noise the variance sigma&sup2;, of every draw multiplied by
     * {@code factor}.
     *
     * @param factor above 0
     */
    CorrelatedNoise times(Ratio factor);

    /**
     * The standard deviation of the released total at {@code step}, in grid steps, computed for the law that is
     * sampled.
     *
     * @param step the step, from 1 to {@link #lastStep}
     */
    double stddev(long step);

    /** The name of the mechanism in the literature. */
    String label();
}
