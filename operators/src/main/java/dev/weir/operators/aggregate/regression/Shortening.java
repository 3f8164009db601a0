package dev.weir.operators.aggregate.regression;

/**
 * Shortens vectors of whole numbers to a length. The length is never exceeded, and the direction is kept as well as whole numbers allow.
 */
final class Shortening {

    private Shortening() {}

    /**
     * Shortens a vector that is longer than {@code most}: each coordinate x becomes sign(x) floor(|x| most / ceil(|vector|)). The result is
     * never longer than {@code most}, because its length is at most most |vector| / ceil(|vector|).
     *
     * @param vector the array with the vector, each coordinate at most 2^20 in size
     * @param from the index of the first coordinate
     * @param count how many coordinates the vector has, at most 4096
     * @param most the largest length that is left as it is, 1 to 2^20
     */
    static void shorten(long[] vector, int from, int count, long most) {
        long square = 0;
        for (int i = from; i < from + count; i++) {
            square += vector[i] * vector[i];
        }
        if (square <= most * most) {
            return;
        }
        long length = ceilingRoot(square);
        for (int i = from; i < from + count; i++) {
            long size = Math.abs(vector[i]) * most / length;
            vector[i] = vector[i] < 0 ? -size : size;
        }
    }

    /**
     * Returns the smallest whole number whose square is at least {@code square}, for squares below 2^60. The double is off by at most 1.
     */
    private static long ceilingRoot(long square) {
        long root = (long) Math.sqrt((double) square);
        while (root * root > square) {
            root--;
        }
        while (root * root < square) {
            root++;
        }
        return root;
    }
}
