package dev.weir.accountant.privacy;

import java.math.BigDecimal;

/**
 * Checks of parameters. Each returns the value that it has checked, or throws {@link InvalidParameter} with the
 * parameter's name; NaN is refused by every check.
 */
public final class Require {

    private Require() {}

    /**
     * A finite number above 0.
     *
     * @param name what the parameter is called
     * @param value its value
     * @throws InvalidParameter if {@code value} is not one
     */
    public static double positive(String name, double value) {
        return holds(value > 0 && value < Double.POSITIVE_INFINITY, name, "above 0 and finite", value);
    }

    /**
     * A decimal above 0.
     *
     * @param name what the parameter is called
     * @param value its value
     * @throws InvalidParameter if {@code value} is not one
     */
    public static BigDecimal positive(String name, BigDecimal value) {
        that(value.signum() > 0, name, "> 0", value);
        return value;
    }

    /**
     * A finite number, 0 or above.
     *
     * @param name what the parameter is called
     * @param value its value
     * @throws InvalidParameter if {@code value} is not one
     */
    public static double notNegative(String name, double value) {
        return holds(value >= 0 && value < Double.POSITIVE_INFINITY, name, ">= 0 and finite", value);
    }

    /**
     * A probability that is neither 0 nor 1.
     *
     * @param name what the parameter is called
     * @param value its value
     * @throws InvalidParameter if {@code value} is not one
     */
    public static double probability(String name, double value) {
        return holds(value > 0 && value < 1, name, "above 0 and below 1", value);
    }

    /**
     * A sampling rate: above 0 and at most 1.
     *
     * @param name what the parameter is called
     * @param value its value
     * @throws InvalidParameter if {@code value} is not one
     */
    public static double rate(String name, double value) {
        return holds(value > 0 && value <= 1, name, "above 0 and at most 1", value);
    }

    /**
     * The order of a R&eacute;nyi divergence: above 1 and finite.
     *
     * @param value its value
     * @throws InvalidParameter if {@code value} is not one
     */
    public static double order(double value) {
        return holds(value > 1 && value < Double.POSITIVE_INFINITY, "order", "above 1 and finite", value);
    }

    /**
     * A scale of noise: from 10<sup>-100</sup> to 10<sup>100</sup>, so that its square and the inverse of its square
     * are finite and above 0.
     *
     * @param name what the parameter is called
     * @param value its value
     * @throws InvalidParameter if {@code value} is outside of the range
     */
    public static double scale(String name, double value) {
        return holds(value >= 1e-100 && value <= 1e100, name, "between 1e-100 and 1e100", value);
    }

    /**
     * A count: from 1 to 2<sup>31</sup> - 1.
     *
     * @param name what the parameter is called
     * @param value its value
     * @throws InvalidParameter if {@code value} is outside of the range
     */
    public static int count(String name, long value) {
        return (int) between(name, value, 1, Integer.MAX_VALUE);
    }

    /**
     * A whole number not below {@code least}.
     *
     * @param name what the parameter is called
     * @param value its value
     * @param least the smallest value that is allowed
     * @throws InvalidParameter if {@code value} is below {@code least}
     */
    public static long atLeast(String name, long value, long least) {
        if (value < least) {
            throw new InvalidParameter(name, ">= " + least, value);
        }
        return value;
    }

    /**
     * A whole number from {@code least} to {@code most}.
     *
     * @param name what the parameter is called
     * @param value its value
     * @param least the smallest value that is allowed
     * @param most the largest value that is allowed
     * @throws InvalidParameter if {@code value} is outside of the range
     */
    public static long between(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new InvalidParameter(name, "between " + least + " and " + most, value);
        }
        return value;
    }

    /**
     * The number that was checked, where {@code holds} is true.
     *
     * @param holds whether the value is allowed
     * @param name what the parameter is called
     * @param rule what the number must be, as it reads after "must be"
     * @param value its value
     * @throws InvalidParameter if {@code holds} is false
     */
    public static double holds(boolean holds, String name, String rule, double value) {
        if (!holds) {
            throw new InvalidParameter(name, rule, value);
        }
        return value;
    }

    /**
     * Refuses a parameter where {@code holds} is false.
     *
     * @param holds whether the value is allowed
     * @param name what the parameter is called
     * @param rule what the parameter must be, as it reads after "must be"
     * @param value the value; only its text is kept
     * @throws InvalidParameter if {@code holds} is false
     */
    public static void that(boolean holds, String name, String rule, Object value) {
        if (!holds) {
            throw new InvalidParameter(name, rule, value);
        }
    }
}
