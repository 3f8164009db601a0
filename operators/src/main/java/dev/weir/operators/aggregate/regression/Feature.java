package dev.weir.operators.aggregate.regression;

import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** A coordinate of a vector of features, or the label: its name, and its scaling to the range from -1 to 1. */
public sealed interface Feature extends Serializable {

    /** The feature that is 1 for every record. */
    Feature CONSTANT = new Constant();

    /** The name of the feature in releases. */
    String name();

    /** Whether the feature is read from a record. */
    boolean isRead();

    /**
     * Scales a value to -1..1 and converts the result into whole steps, rounded half up (ties away from zero).
     *
     * @param value the number that is read; ignored if the feature is not read
     * @param steps how many steps make 1, above 0
     * @return the scaled value in steps, from -{@code steps} to {@code steps}, rounded
     */
    long steps(BigDecimal value, BigDecimal steps);

    /** The value, in the field's unit, whose scaled value is 0: the middle of the range. For the constant this is 0. */
    double middle();

    /**
     * The difference in the field's unit that corresponds to a difference of 1 in scaled values. For the constant this
     * is 1.
     */
    double scale();

    /** The encoding of the feature for a fingerprint. */
    TaggedFields identity();

    /** The feature that is 1 for every record, so that a model has a value where all other features are 0. */
    record Constant() implements Feature {

        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return "constant";
        }

        @Override
        public boolean isRead() {
            return false;
        }

        @Override
        public long steps(BigDecimal value, BigDecimal steps) {
            return steps.setScale(0, RoundingMode.HALF_UP).longValueExact();
        }

        @Override
        public double middle() {
            return 0;
        }

        @Override
        public double scale() {
            return 1;
        }

        @Override
        public TaggedFields identity() {
            return new TaggedFields().put(1, 1);
        }
    }

    /**
     * A feature that is a number, clamped to a public range.
     *
     * @param name the name of the feature
     * @param low the value that is scaled to -1
     * @param high the value that is scaled to 1, above {@code low}
     */
    record Ranged(String name, BigDecimal low, BigDecimal high) implements Feature {

        private static final long serialVersionUID = 1L;
        private static final int LEAST_MAGNITUDE = -100;

        /** @throws IllegalArgumentException if the range is empty */
        public Ranged {
            if (low.compareTo(high) >= 0) {
                throw new IllegalArgumentException("range must be [low, high] with low < high");
            }
        }

        @Override
        public boolean isRead() {
            return true;
        }

        /**
         * Computes the steps exactly and rounds once. A value of very small magnitude counts as 0, because adding
         * 1e-999999999 would practically never end.
         */
        @Override
        public long steps(BigDecimal value, BigDecimal steps) {
            boolean isTiny = (long) value.precision() - value.scale() < LEAST_MAGNITUDE;
            BigDecimal clamped = (isTiny ? BigDecimal.ZERO : value).max(low).min(high);
            BigDecimal twice = clamped.add(clamped).subtract(low).subtract(high);
            return twice.multiply(steps)
                    .divide(high.subtract(low), 0, RoundingMode.HALF_UP)
                    .longValueExact();
        }

        @Override
        public double middle() {
            return low.add(high).doubleValue() / 2;
        }

        @Override
        public double scale() {
            return high.subtract(low).doubleValue() / 2;
        }

        @Override
        public TaggedFields identity() {
            return new TaggedFields().put(1, 2).put(2, name).put(3, low).put(4, high);
        }
    }

    /**
     * A feature that tells whether a field equals a text. Its value is 1 if they are equal and 0 if not, scaled to 1
     * and -1. The number that is read from a record is negative if they are not equal.
     *
     * @param name the name of the feature
     * @param text the text
     */
    record Named(String name, String text) implements Feature {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean isRead() {
            return true;
        }

        @Override
        public long steps(BigDecimal value, BigDecimal steps) {
            long one = CONSTANT.steps(value, steps);
            return value.signum() < 0 ? -one : one;
        }

        @Override
        public double middle() {
            return 0.5;
        }

        @Override
        public double scale() {
            return 0.5;
        }

        @Override
        public TaggedFields identity() {
            return new TaggedFields().put(1, 3).put(2, name).put(3, text);
        }
    }
}
