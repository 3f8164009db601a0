package dev.weir.operators.aggregate.sample;

/**
 * The error of one value of a query on a sample, summed over releases. Loss, noise and size have the same unit, which depends
 * on the kind of value.
 *
 * @param loss the error by what contribution bounds, accounts and clamps leave out
 * @param noise the standard deviation of the noise, or the nearest equivalent
 * @param size the size with which loss and noise are compared
 */
public record SampledError(double loss, double noise, double size) {

    /** The error of no release. */
    public static final SampledError NONE = new SampledError(0, 0, 0);

    /**
     * The error of these releases and of other releases of the same value.
     *
     * @param other the error of the other releases
     */
    public SampledError plus(SampledError other) {
        return new SampledError(loss + other.loss, noise + other.noise, size + other.size);
    }

    /** The loss relative to the size. */
    public double lost() {
        return loss / size;
    }

    /** The noise relative to the size. */
    public double noisy() {
        return noise / size;
    }

    /**
     * The error by loss and noise together. It is infinite or not a number if the size is 0.
     */
    public double off() {
        return lost() + noisy();
    }
}
