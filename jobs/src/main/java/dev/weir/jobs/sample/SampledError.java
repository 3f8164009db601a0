package dev.weir.jobs.sample;

/**
 * The error of one value of a query on a sample, in the unit in which such a value errs, summed over releases.
 *
 * @param loss the part that bounds, accounts and clamps leave out
 * @param noise one standard deviation of the noise, or the nearest to it
 * @param size the size that both are compared with
 */
record SampledError(double loss, double noise, double size) {

    static final SampledError NONE = new SampledError(0, 0, 0);

    SampledError plus(SampledError other) {
        return new SampledError(loss + other.loss, noise + other.noise, size + other.size);
    }

    double lost() {
        return loss / size;
    }

    double noisy() {
        return noise / size;
    }

    /**
     * The error by loss and noise together. It is not a number, or infinite, if there is nothing to compare it with.
     */
    double off() {
        return lost() + noisy();
    }
}
