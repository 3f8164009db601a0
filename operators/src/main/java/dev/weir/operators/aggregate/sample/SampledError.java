package dev.weir.operators.aggregate.sample;

/**
 * The error of one value of a query on a sample, in the unit in which such a value errs, summed over releases.
 *
 * @param loss the part that bounds, accounts and clamps leave out
 * @param noise one standard deviation of the noise, or the nearest to it
 * @param size the size that both are compared with
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
