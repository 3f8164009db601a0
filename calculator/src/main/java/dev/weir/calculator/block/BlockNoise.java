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
 * The noise of a block, computed from options: the distribution, and either the price of a full-size record or the
 * scale.
 *
 * @param noise the noise
 * @param scale the exact scale b of Laplace noise, or the exact sigma&sup2; of Gaussian noise
 */
record BlockNoise(AdditiveNoise noise, Ratio scale) {

    /** The option for the distribution of the noise. */
    static final Option<String> LAW = Option.choice("law", "", "laplace", "gaussian");

    /** The option for the price of a full-size record. */
    static final Option<Ratio> PRICE =
            Option.of("price", Kind.RATIO, "of a full-size record, in the currency of the noise");

    /** The norm in which the noise of {@link #LAW} measures the size of a record. */
    static Norm norm(Arguments arguments) {
        return arguments.get(LAW).equals("laplace") ? Norm.L1 : Norm.SQUARED_L2;
    }

    /**
     * Computes the noise for which a full-size record costs the {@link #PRICE}.
     *
     * @param size c, the size of a full-size record, in grid steps; c&sup2; for Gaussian noise
     * @throws InvalidOption if no such noise is in range
     */
    static BlockNoise priced(Norm norm, BigInteger size, Arguments arguments) {
        return forPrice(norm, size, arguments.get(PRICE), PRICE);
    }

    /**
     * Computes the noise for which a full-size record costs the price p: b = c / p, or sigma&sup2; = c&sup2; / (2 p).
     *
     * @param size c, the size of a full-size record, in grid steps; c&sup2; for Gaussian noise
     * @param option the option that states the price
     * @throws InvalidOption if no such noise is in range
     */
    static BlockNoise forPrice(Norm norm, BigInteger size, Ratio price, Option<?> option) {
        Ratio scale = new Ratio(size, BigInteger.ONE).dividedBy(price);
        return of(norm, norm == Norm.L1 ? scale : scale.times(Ratio.of(1, 2)), option);
    }

    /** Computes the noise whose scale or variance parameter is the value of an option. */
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
