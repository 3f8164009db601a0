package dev.weir.calculator.question;

import java.util.function.DoublePredicate;

/**
 * The range of an option's numbers.
 *
 * @param words the range as a phrase for help and refusals
 * @param holds returns whether a number is in the range; NaN is only in {@link #ANY}
 */
public record Range(String words, DoublePredicate holds) {

    /** All numbers. The accountant decides which of them it accepts. */
    public static final Range ANY = new Range("", number -> true);

    /** Finite numbers above 0. */
    public static final Range ABOVE_0 = new Range("above 0", number -> number > 0 && number < Double.POSITIVE_INFINITY);

    /** Finite numbers of at least 0. */
    public static final Range FROM_0 =
            new Range("at least 0", number -> number >= 0 && number < Double.POSITIVE_INFINITY);

    /**
     * Numbers of at least a whole number.
     *
     * @param least the smallest number of the range
     */
    public static Range atLeast(long least) {
        return new Range("at least " + least, number -> number >= least);
    }

    /**
     * Numbers of a closed range.
     *
     * @param least the smallest number of the range
     * @param most the largest number of the range
     */
    public static Range between(long least, long most) {
        return new Range("between " + least + " and " + most, number -> number >= least && number <= most);
    }

    /**
     * Numbers of a closed range.
     *
     * @param least the smallest number of the range
     * @param most the largest number of the range
     */
    public static Range between(double least, double most) {
        return new Range("between " + least + " and " + most, number -> number >= least && number <= most);
    }

    /** Refuses the value of an option if it is not in the range. */
    void require(String option, Object value, String text) {
        if (!words.isEmpty() && !holds.test(((Number) value).doubleValue())) {
            throw new InvalidOption(option, "must be " + words + ", was " + text);
        }
    }
}
