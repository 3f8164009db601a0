package dev.weir.accountant.continual;

import dev.weir.accountant.noise.Randomness;

/** {@link CorrelatedNoise} that is ready to draw. May be shared by threads; randomness and state may not. Makes no objects. */
@FunctionalInterface
public interface PreparedSeries {

    /**
     * Takes the next step of one series. Only the returned total may be published; the state is secret.
     *
     * @param state the states of several series
     * @param at the index of the series' first word in {@code state}
     * @param added what the step adds to the total, in grid steps, exactly
     * @param randomness where the bits come from
     * @return the running total with noise, in grid steps
     * @throws IllegalStateException after the last step
     * @throws ArithmeticException if the total is too large for the words of the state; the series must not go on
     */
    long next(long[] state, int at, long added, Randomness randomness);
}
