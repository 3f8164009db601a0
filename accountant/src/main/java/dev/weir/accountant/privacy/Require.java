package dev.weir.accountant.privacy;

import java.math.BigDecimal;

/**
 * Checks of parameters. A check returns the checked value (except {@link #that}), or throws {@link InvalidParameter}
 * with the parameter's name. Checks of ranges refuse NaN.
 */
public final class Require {

    private Require() {}

    /**
     * Checks that a number is finite and above 0.
     *
     * @param name the name of the parameter
     * @param value the value of the parameter
     * @throws InvalidParameter if {@code value} is out of range
     */
    public static double positive(String name, double value) {
        return holds(value > 0 && value < Double.POSITIVE_INFINITY, name, "above 0 and finite", value);
    }

    /**
     * Checks that a decimal is above 0.
     *
     * @param name the name of the parameter
     * @param value the value of the parameter
     * @throws InvalidParameter if {@code value} is out of range
     */
    public static BigDecimal positive(String name, BigDecimal value) {
        that(value.signum() > 0, name, "> 0", value);
        return value;
    }

    /**
     * Checks that a number is finite and at least 0.
     *
     * @param name the name of the parameter
     * @param value the value of the parameter
     * @throws InvalidParameter if {@code value} is out of range
     */
    public static double notNegative(String name, double value) {
        return holds(value >= 0 && value < Double.POSITIVE_INFINITY, name, ">= 0 and finite", value);
    }

    /**
     * Checks that a number is a probability above 0 and below 1.
     *
     * @param name the name of the parameter
     * @param value the value of the parameter
     * @throws InvalidParameter if {@code value} is out of range
     */
    public static double probability(String name, double value) {
        return holds(value > 0 && value < 1, name, "above 0 and below 1", value);
    }

    /**
     * Checks that a number is a sampling rate above 0 and at most 1.
     *
     * @param name the name of the parameter
     * @param value the value of the parameter
     * @throws InvalidParameter if {@code value} is out of range
     */
    public static double rate(String name, double value) {
        return holds(value > 0 && value <= 1, name, "above 0 and at most 1", value);
    }

    /**
     * Checks that a number is the order of a R&eacute;nyi divergence, above 1 and finite.
     *
     * @param value the value of the parameter
     * @throws InvalidParameter if {@code value} is out of range
     */
    public static double order(double value) {
        return holds(value > 1 && value < Double.POSITIVE_INFINITY, "order", "above 1 and finite", value);
    }

    /**
     * Checks that a number is a scale of noise from 10<sup>-100</sup> to 10<sup>100</sup>, so that its square and the
     * inverse of its square are finite and above 0.
     *
     * @param name the name of the parameter
     * @param value the value of the parameter
     * @throws InvalidParameter if {@code value} is out of range
     */
    public static double scale(String name, double value) {
        return holds(value >= 1e-100 && value <= 1e100, name, "between 1e-100 and 1e100", value);
    }

    /**
     * Checks that a number is a count from 1 to 2<sup>31</sup> - 1.
     *
     * @param name the name of the parameter
     * @param value the value of the parameter
     * @throws InvalidParameter if {@code value} is out of range
     */
    public static int count(String name, long value) {
        return (int) between(name, value, 1, Integer.MAX_VALUE);
    }

    /**
     * Checks that a whole number is at least {@code least}.
     *
     * @param name the name of the parameter
     * @param value the value of the parameter
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
     * Checks that a whole number is from {@code least} to {@code most}.
     *
     * @param name the name of the parameter
     * @param value the value of the parameter
     * @param least the smallest value that is allowed
     * @param most the largest value that is allowed
     * @throws InvalidParameter if {@code value} is out of range
     */
    public static long between(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new InvalidParameter(name, "between " + least + " and " + most, value);
        }
        return value;
    }

    /**
     * Returns a number if {@code holds} is true, and refuses it otherwise.
     *
     * @param holds whether the value is allowed
     * @param name the name of the parameter
     * @param rule the rule for the number, as it reads after "must be"
     * @param value the value of the parameter
     * @throws InvalidParameter if {@code holds} is false
     */
    public static double holds(boolean holds, String name, String rule, double value) {
        if (!holds) {
            throw new InvalidParameter(name, rule, value);
        }
        return value;
    }

    /**
     * Refuses a parameter if {@code holds} is false.
     *
     * @param holds whether the value is allowed
     * @param name the name of the parameter
     * @param rule the rule for the parameter, as it reads after "must be"
     * @param value the value; only its text is kept
     * @throws InvalidParameter if {@code holds} is false
     */
    public static void that(boolean holds, String name, String rule, Object value) {
        if (!holds) {
            throw new InvalidParameter(name, rule, value);
        }
    }
}
