package dev.weir.jobs.calc;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/**
 * The noise of a block as given by options: a distribution, and a price for a full-size record or the scale itself.
 *
 * @param noise the noise
 * @param scale the scale b of Laplace noise, or sigma&sup2; of Gaussian noise, exactly
 */
record BlockNoise(AdditiveNoise noise, Ratio scale) {

    private static final int MOST_DIGITS = 400;
    private static final List<String> LAWS = List.of("laplace", "gaussian");

    static Option law() {
        return Option.of("law", "one of " + String.join(", ", LAWS));
    }

    /** How the noise of the option {@code law} measures sizes. */
    static Norm norm(Arguments arguments) {
        return arguments.choice("law", LAWS).equals("laplace") ? Norm.L1 : Norm.SQUARED_L2;
    }

    /**
     * The noise for which a record of full size costs a price: b = c / p, or sigma&sup2; = c&sup2; / (2 p).
     *
     * @param size c, squared for Gaussian noise
     * @param option that says the price
     * @throws InvalidOption if no such noise is in range
     */
    static BlockNoise forPrice(Norm norm, BigInteger size, Ratio price, String option) {
        Ratio scale = new Ratio(size, BigInteger.ONE).dividedBy(price);
        return of(norm, norm == Norm.L1 ? scale : scale.times(Ratio.of(1, 2)), option);
    }

    /** The noise whose scale, or variance parameter, is the option {@code scale_or_sigma_squared}. */
    static BlockNoise given(Arguments arguments) {
        String option = "scale_or_sigma_squared";
        return of(norm(arguments), ratio(option, arguments), option);
    }

    private static BlockNoise of(Norm norm, Ratio scale, String option) {
        try {
            return new BlockNoise(norm == Norm.L1 ? new DiscreteLaplace(scale) : new RoundedGaussian(scale), scale);
        } catch (InvalidParameter e) {
            throw new InvalidOption(option, "noise does not fit, its " + e.getMessage());
        }
    }

    /** A decimal above 0, or a fraction of two. */
    static Ratio ratio(String name, Arguments arguments) {
        String text = arguments.text(name);
        try {
            int slash = text.indexOf('/');
            return slash < 0
                    ? Ratio.of(decimal(text))
                    : Ratio.of(decimal(text.substring(0, slash)))
                            .dividedBy(Ratio.of(decimal(text.substring(slash + 1))));
        } catch (NumberFormatException | InvalidParameter e) {
            throw new InvalidOption(name, "must be a decimal above 0 or a fraction, was " + text);
        }
    }

    /** A decimal of limited size, so that arithmetic with it stays fast. */
    private static BigDecimal decimal(String text) {
        BigDecimal value = new BigDecimal(text);
        if (value.precision() > MOST_DIGITS || Math.abs((long) value.scale()) > MOST_DIGITS) {
            throw new NumberFormatException("too many digits");
        }
        return value;
    }

    /** A decimal. */
    static BigDecimal decimal(String name, Arguments arguments) {
        String text = arguments.text(name);
        try {
            return decimal(text);
        } catch (NumberFormatException e) {
            throw new InvalidOption(name, "must be a decimal, was " + text);
        }
    }
}
