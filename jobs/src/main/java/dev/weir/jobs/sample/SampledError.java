package dev.weir.jobs.sample;

/**
 * The error of one value of a query on a sample, summed over releases. Loss, noise and size have the same unit, which depends
 * on the kind of value.
 *
 * @param loss the part that bounds, accounts and clamps leave out
 * @param noise the standard deviation of the noise, or the nearest equivalent
 * @param size the size with which both are compared
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

    /** The relative error by loss and noise together. It is NaN or infinite if the size is 0. */
    double off() {
        return lost() + noisy();
    }
}
