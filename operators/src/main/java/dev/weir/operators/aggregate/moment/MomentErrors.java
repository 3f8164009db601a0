package dev.weir.operators.aggregate.moment;

/**
 * Standard deviations of the values that are computed from the noisy coordinates of a moment block. The count is in
 * records, the variance in the square of the field's unit, and the rest in the field's unit. The deviations are exact
 * for counts and sums, which are linear, and to first order in the noise (the delta method) for the rest.
 *
 * @param count the deviation of the number of records
 * @param sum the deviation of the sum of the values
 * @param mean the deviation of their mean
 * @param variance the deviation of their variance; not a number where only a mean is released
 * @param deviation the deviation of their standard deviation; not a number where only a mean is released, infinite
 *     where the standard deviation is 0 and the error of the variance is not
 */
public record MomentErrors(double count, double sum, double mean, double variance, double deviation) {

    /**
     * Returns the errors to state with estimates within a clamp. First-order errors are unbounded, whereas the clamp
     * bounds the error of an estimate. An error above that bound is replaced by the bound. An error that is not a
     * number is kept.
     *
     * @param width the width of the clamp in the field's unit, which is the largest error of a mean; half the width is
     *     the largest deviation, and a quarter of the squared width is the largest variance
     */
    MomentErrors within(double width) {
        return new MomentErrors(
                count,
                sum,
                Math.min(mean, width),
                Math.min(variance, width * width / 4),
                Math.min(deviation, width / 2));
    }

    static double norm(double x, double y, double z) {
        return Math.sqrt(x * x + y * y + z * z);
    }
}
