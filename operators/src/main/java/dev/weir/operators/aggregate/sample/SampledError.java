package dev.weir.operators.aggregate.sample;

/**
 * The error of one value of a query on a sample, summed over releases. Loss, noise and size have the same unit, which depends
 * on the kind of value.
 *
 * @param loss the part that bounds, accounts and clamps leave out
 * @param noise the standard deviation of the noise, or the nearest equivalent
 * @param size the size with which both are compared
 */
public record SampledError(double loss, double noise, double size) {

    /** The error of no release. */
    public static final SampledError NONE = new SampledError(0, 0, 0);

    /**
     * The error of this value's releases and others of it.
     *
     * @param other the error of the others
     */
    public SampledError plus(SampledError other) {
        return new SampledError(loss + other.loss, noise + other.noise, size + other.size);
    }

    /** The part that is left out, relative to the size. */
    public double lost() {
        return loss / size;
    }

    /** The noise relative to the size. */
    public double noisy() {
        return noise / size;
    }

    /**
     * The error by loss and noise together. It is not a number, or infinite, if there is nothing to compare it with.
     */
    public double off() {
        return lost() + noisy();
    }
}
