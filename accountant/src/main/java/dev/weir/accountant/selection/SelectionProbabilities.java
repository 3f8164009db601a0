package dev.weir.accountant.selection;

import dev.weir.accountant.noise.ExponentialCoin;
import dev.weir.accountant.privacy.Require;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The probability of each candidate of a {@link Draw}, for plans and checks. Probabilities of exact scores are as
 * secret as the scores.
 *
 * <p>With w<sub>i</sub> = e<sup>-x_i</sup>, the exponential mechanism takes i with probability w<sub>i</sub> / &Sigma;
 * w. Permute-and-flip considers the candidates in the order of independent uniform times. It takes i with probability
 * w<sub>i</sub> times the integral, over the time s of i, of &Pi;<sub>k&ne;i</sub> (1 - s w<sub>k</sub>), the
 * probability that no earlier candidate was taken.
 */
public final class SelectionProbabilities {

    /** The largest number of candidates. The polynomials need as many additional digits as there are candidates. */
    public static final int MOST = 200;

    /** The number of correct digits after the point. */
    public static final int DECIMALS = 40;

    private static final int DIGITS = DECIMALS + 10;
    private static final double BITS_PER_DIGIT = 3.33;

    private SelectionProbabilities() {}

    /**
     * The probabilities of all candidates, to {@link #DECIMALS} digits after the point.
     *
     * @param draw the method of the draw
     * @param exponents the exponents of at most {@link #MOST} candidates
     * @throws dev.weir.accountant.privacy.InvalidParameter if there are more than {@link #MOST} candidates
     */
    public static List<BigDecimal> of(Draw draw, Exponents exponents) {
        Require.that(exponents.candidates() <= MOST, "scores", "at most " + MOST, exponents.candidates());
        MathContext digits = new MathContext(DIGITS + exponents.candidates());
        int bits = (int) (digits.getPrecision() * BITS_PER_DIGIT);
        BigDecimal[] weights = IntStream.range(0, exponents.candidates())
                .mapToObj(i -> ExponentialCoin.chance(exponents.numerators().apply(i), exponents.denominator(), bits))
                .toArray(BigDecimal[]::new);
        return draw == Draw.EXPONENTIAL ? proportional(weights, digits) : byTime(weights, digits);
    }

    private static List<BigDecimal> proportional(BigDecimal[] weights, MathContext digits) {
        BigDecimal sum = Arrays.stream(weights).reduce(BigDecimal.ZERO, BigDecimal::add);
        return Arrays.stream(weights).map(weight -> weight.divide(sum, digits)).toList();
    }

    private static List<BigDecimal> byTime(BigDecimal[] weights, MathContext digits) {
        return IntStream.range(0, weights.length)
                .mapToObj(i -> weights[i].multiply(integral(othersUntaken(weights, i, digits), digits), digits))
                .toList();
    }

    /** The coefficients of the product of 1 - s w over all candidates except one. */
    private static BigDecimal[] othersUntaken(BigDecimal[] weights, int but, MathContext digits) {
        BigDecimal[] product = new BigDecimal[weights.length];
        Arrays.fill(product, BigDecimal.ZERO);
        product[0] = BigDecimal.ONE;
        for (int k = 0; k < weights.length; k++) {
            for (int power = weights.length - 1; k != but && power > 0; power--) {
                product[power] = product[power].subtract(product[power - 1].multiply(weights[k], digits), digits);
            }
        }
        return product;
    }

    private static BigDecimal integral(BigDecimal[] polynomial, MathContext digits) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int power = 0; power < polynomial.length; power++) {
            BigDecimal more = new BigDecimal(BigInteger.valueOf(power + 1L));
            sum = sum.add(polynomial[power].divide(more, digits), digits);
        }
        return sum;
    }
}
