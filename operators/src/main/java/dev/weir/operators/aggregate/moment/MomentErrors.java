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

    /**
     * What is stated beside estimates that are kept within a clamp: first order errors grow without end, while no estimate is further
     * from the truth than the clamp admits. That holds of infinite errors too; an error that is not a number stays so.
     *
     * @param width of the clamp in value units: the most that a mean can be off; half of it a deviation, a quarter of its square a variance
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
