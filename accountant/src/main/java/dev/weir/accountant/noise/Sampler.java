package dev.weir.accountant.noise;

/**
 * One noise distribution over the integers, ready to be drawn from. Instances are immutable. Threads may share an
 * instance, but not the randomness.
 *
 * <p><b>Guarantee.</b> The result is a function of {@code exact + Z} alone, where Z follows the distribution and is
 * independent of {@code exact}: saturation at the ends of {@code long} is post-processing of the unbounded sum and
 * never wraps.
 */
@FunctionalInterface
public interface Sampler {

    /**
     * Adds fresh noise to an exact value.
     *
     * @param exact the exact value, in grid steps, any long
     * @param randomness the source of the random bits
     * @return {@code exact} plus noise, in grid steps, clamped to the range of {@code long} after the exact addition
     */
    long addTo(long exact, Randomness randomness);
}
