package dev.weir.jobs.sample;

/**
 * How far one value of a query is off on a sample, in the units in which such a value is off: added up over releases.
 *
 * @param loss what bounds, accounts and clamps leave out
 * @param noise one standard deviation of the noise, or what comes next to it
 * @param size what both are compared with
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

    /** Both together. Not a number, or infinite, where there is nothing to compare with. */
    double off() {
        return lost() + noisy();
    }
}
