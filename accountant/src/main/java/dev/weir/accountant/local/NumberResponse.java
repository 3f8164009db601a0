package dev.weir.accountant.local;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.util.OptionalLong;

/**
 * A local mechanism for a number in a range of grid steps. Its report is a whole number, its output, whose mean is a
 * linear function of the value; so the mean of many values is that function's inverse at the mean of their outputs.
 */
public sealed interface NumberResponse extends LocalMechanism permits IntervalResponse, LocalLaplace {

    /**
     * The values that a mechanism tells apart; others are clamped.
     *
     * @param low the smallest value, in grid steps
     * @param high the largest value, in grid steps, above {@code low} by at most 2<sup>40</sup>
     */
    record Range(long low, long high) implements Serializable {

        private static final long LARGEST = 1L << 40;
        private static final long FARTHEST = 1L << 60;

        /** @throws dev.weir.accountant.privacy.InvalidParameter if a bound is out of range */
        public Range {
            Require.between("low", low, -FARTHEST, FARTHEST);
            Require.between("high", high, low + 1, low + LARGEST);
        }

        /** The range's width, in grid steps. */
        public long width() {
            return high - low;
        }

        /**
         * The nearest value of the range.
         *
         * @param value any number of grid steps
         */
        public long clamp(long value) {
            return Math.max(low, Math.min(high, value));
        }
    }

    /** The values that are told apart. */
    Range range();

    @Override
    default long effective(long value) {
        return range().clamp(value);
    }

    /**
     * The output that a report holds; empty if the bytes are no output of this mechanism.
     *
     * @param report the bytes of a report
     */
    OptionalLong output(byte[] report);

    @Override
    default boolean isReport(byte[] bytes) {
        return output(bytes).isPresent();
    }

    /**
     * The value whose outputs have that mean, in grid steps. For one output it is an unbiased estimate of the value.
     *
     * @param meanOutput the mean of one or more outputs
     */
    double value(double meanOutput);

    /** By how many grid steps {@link #value} grows where the mean output grows by 1, above 0. */
    double stepsPerOutput();

    /** The largest standard deviation that the estimate of one value has, in grid steps. */
    double worstDeviation();
}
