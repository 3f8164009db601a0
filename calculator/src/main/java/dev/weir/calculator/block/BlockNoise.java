package dev.weir.calculator.block;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import java.math.BigInteger;

/**
 * The noise of a block as given by options: a distribution, and a price for a full-size record or the scale itself.
 *
 * @param noise the noise
 * @param scale the scale b of Laplace noise, or sigma&sup2; of Gaussian noise, exactly
 */
record BlockNoise(AdditiveNoise noise, Ratio scale) {

    /** The law of the noise. */
    static final Option<String> LAW = Option.choice("law", "", "laplace", "gaussian");

    /** What a full-size record pays. */
    static final Option<Ratio> PRICE =
            Option.of("price", Kind.RATIO, "of a full-size record, in the currency of the noise");

    /** How the noise of {@link #LAW} measures sizes. */
    static Norm norm(Arguments arguments) {
        return arguments.get(LAW).equals("laplace") ? Norm.L1 : Norm.SQUARED_L2;
    }

    /**
     * The noise for which a record of full size costs the {@link #PRICE}.
     *
     * @param size c, squared for Gaussian noise
     * @throws InvalidOption if no such noise is in range
     */
    static BlockNoise priced(Norm norm, BigInteger size, Arguments arguments) {
        return forPrice(norm, size, arguments.get(PRICE), PRICE);
    }

    /**
     * The noise for which a record of full size costs a price: b = c / p, or sigma&sup2; = c&sup2; / (2 p).
     *
     * @param size c, squared for Gaussian noise
     * @param option the option that states the price
     * @throws InvalidOption if no such noise is in range
     */
    static BlockNoise forPrice(Norm norm, BigInteger size, Ratio price, Option<?> option) {
        Ratio scale = new Ratio(size, BigInteger.ONE).dividedBy(price);
        return of(norm, norm == Norm.L1 ? scale : scale.times(Ratio.of(1, 2)), option);
    }

    /** The noise whose scale, or variance parameter, is an option. */
    static BlockNoise given(Arguments arguments, Option<Ratio> option) {
        return of(norm(arguments), arguments.get(option), option);
    }

    private static BlockNoise of(Norm norm, Ratio scale, Option<?> option) {
        try {
            return new BlockNoise(norm == Norm.L1 ? new DiscreteLaplace(scale) : new RoundedGaussian(scale), scale);
        } catch (InvalidParameter e) {
            throw option.invalid("noise does not fit, its " + e.getMessage());
        }
    }
}
