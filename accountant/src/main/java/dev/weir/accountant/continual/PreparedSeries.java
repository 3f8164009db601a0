package dev.weir.accountant.continual;

import dev.weir.accountant.noise.Randomness;

/**
 * {@link CorrelatedNoise} that is ready to draw. Threads may share an instance, but neither the randomness nor the state. Drawing allocates
 * no objects.
 */
@FunctionalInterface
public interface PreparedSeries {

    /**
     * Takes the next step of one series. Only the returned total may be published; the state is secret.
     *
     * @param state the states of several series
     * @param at the index of the series' first word in {@code state}
     * @param added the exact number that the step adds to the total, in grid steps
     * @param randomness the source of the random bits
     * @return the running total with noise, in grid steps
     * @throws IllegalStateException after the last step
     * @throws ArithmeticException if the total overflows the words of the state; the series cannot be continued
     */
    long next(long[] state, int at, long added, Randomness randomness);
}
