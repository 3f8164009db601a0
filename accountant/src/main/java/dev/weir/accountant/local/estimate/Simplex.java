package dev.weir.accountant.local.estimate;

import dev.weir.accountant.privacy.Require;
import java.util.Arrays;

/**
 * The projection onto numbers of at least 0 with a given sum, which is post-processing.
 *
 * <p><b>Method.</b> The nearest point in squared distance is max(0, x - t) for the one t that gives the sum (Duchi,
 * Shalev-Shwartz, Singer and Chandra (2008), Algorithm 1). With the numbers in descending order, the first j stay above 0
 * where the j-th exceeds (their sum - total) / j, and the last such j gives t.
 */
public final class Simplex {

    private Simplex() {}

    /**
     * The nearest numbers of at least 0 with a given sum.
     *
     * @param values any finite numbers, at least one
     * @param total the sum, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code total} is negative, or there are no values
     */
    public static double[] nearest(double[] values, double total) {
        Require.notNegative("total", total);
        Require.atLeast("values", values.length, 1);
        double[] ascending = values.clone();
        Arrays.sort(ascending);
        double sum = 0;
        double shift = 0;
        for (int j = 1; j <= values.length; j++) {
            double next = ascending[values.length - j];
            sum += next;
            double candidate = (sum - total) / j;
            shift = j == 1 || next > candidate ? candidate : shift;
        }
        double subtracted = shift;
        return Arrays.stream(values)
                .map(value -> Math.max(0, value - subtracted))
                .toArray();
    }
}
