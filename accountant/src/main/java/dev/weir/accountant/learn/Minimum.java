package dev.weir.accountant.learn;

/**
 * A computed minimiser. Both parts are as secret as the data.
 *
 * @param weights the computed minimiser
 * @param distance an upper bound of its distance from the true minimiser, rounding errors included
 */
record Minimum(double[] weights, double distance) {

    /** A bound on the relative error of a few operations with doubles. */
    private static final double UNIT = 0x1p-52;

    /**
     * A bound on the rounding error of a sum of gradients, if the sum itself is compensated.
     *
     * @param records how many records there are
     * @param weights the model
     * @param radius the largest length of a record's features
     */
    static double gradientError(int records, double[] weights, double radius) {
        double length = Vectors.length(weights) * radius;
        return UNIT * (weights.length + 8.0) * records * radius * (1 + length);
    }

    /** A bound on the rounding error of the sum of a number for each record that is linear in the record's score. */
    static double scoreError(int records, double[] weights, double radius) {
        return UNIT * (weights.length + 8.0) * records * (1 + Vectors.length(weights) * radius);
    }

    /** A bound on the rounding error of a vector's product with a number of size {@code factor}. */
    static double productError(double factor, double[] weights) {
        return UNIT * factor * Vectors.length(weights);
    }
}
