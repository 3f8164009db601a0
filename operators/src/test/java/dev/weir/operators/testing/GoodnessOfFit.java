package dev.weir.operators.testing;

import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * Bounds how likely it is that independent draws lie as far from their probabilities as those that were seen, or farther.
 *
 * <p>The distance is n times the relative entropy of the frequencies of n draws to the probabilities of k cells. The moment
 * generating function of it is at most that of a gamma variable of shape k - 1 and rate 1: Agrawal (2020), <i>Finite-sample
 * concentration of the multinomial in relative entropy</i>. A distance x above k - 1 is therefore reached or exceeded with
 * probability at most exp(k - 1 - x) (x / (k - 1))<sup>k - 1</sup> (Chernoff), for every number of draws and however rare a
 * cell is. The tail of chi-square is no such bound: where a cell expects 20 draws, it may be 80 times too small at 1e-9.
 */
public final class GoodnessOfFit {

    /** Cells that expect fewer draws are counted as one, because with fewer cells a smaller distance counts. */
    private static final double FEW = 20;

    private GoodnessOfFit() {}

    /**
     * The bound for draws of candidates.
     *
     * @param probabilities by candidate; they add up to 1
     * @param size how many draws
     * @param draw draws a candidate
     */
    public static double pValue(double[] probabilities, int size, IntSupplier draw) {
        long[] seen = new long[probabilities.length];
        for (int i = 0; i < size; i++) {
            seen[draw.getAsInt()]++;
        }
        int cells = 0;
        double[] expected = new double[seen.length + 1];
        long[] counts = new long[seen.length + 1];
        for (int i = 0; i < seen.length; i++) {
            boolean isRare = probabilities[i] > 0 && size * probabilities[i] < FEW;
            int cell = isRare ? seen.length : cells++;
            expected[cell] += probabilities[i];
            counts[cell] += seen[i];
        }
        return pValue(expected, counts);
    }

    /**
     * The bound for counts; 0 if a draw is in a cell of probability 0.
     *
     * @param probabilities by cell; they add up to 1
     * @param counts by cell
     */
    public static double pValue(double[] probabilities, long[] counts) {
        double draws = Arrays.stream(counts).sum();
        double free = Arrays.stream(probabilities).filter(p -> p > 0).count() - 1.0;
        double distance = 0;
        for (int i = 0; i < counts.length; i++) {
            distance += counts[i] == 0 ? 0 : counts[i] * Math.log(counts[i] / (draws * probabilities[i]));
        }
        if (Double.isInfinite(distance)) {
            return 0;
        }
        return distance <= free ? 1 : Math.exp(free - distance + free * Math.log(distance / Math.max(free, 1)));
    }
}
