package dev.weir.operators.aggregate.moment;

/**
 * Standard deviations of what is made of the noisy coordinates of a moment block, in value units: exact for counts and sums,
 * which are linear, and to first order in the noise (the delta method) for the rest.
 *
 * @param count of the number of records
 * @param sum of the sum of the values
 * @param mean of their mean
 * @param variance of their variance; not a number where only a mean is released
 * @param deviation of their standard deviation; not a number where only a mean is released, infinite where it is 0
 */
public record MomentErrors(double count, double sum, double mean, double variance, double deviation) {

    static double norm(double x, double y, double z) {
        return Math.sqrt(x * x + y * y + z * z);
    }
}
