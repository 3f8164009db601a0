package dev.weir.accountant.selection.keys;

import dev.weir.accountant.noise.ExponentialCoin;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Ratio;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws whether a key is announced, for queries that release no number of it. The draw depends on the number of the key's units alone.
 *
 * <p><b>Guarantee.</b> Neighbours: one unit is in the stream or not, which changes the number of units of a key by at most 1. Mechanism: with
 * n units beyond p - 1 the key is announced with probability &pi;<sub>n</sub>, where &pi;<sub>0</sub> = 0 and
 *
 * <p>&pi;<sub>n+1</sub> = min(e<sup>&epsilon;'</sup> &pi;<sub>n</sub> + &delta;', 1 - e<sup>-&epsilon;'</sup> (1 - &pi;<sub>n</sub> -
 * &delta;'), 1).
 *
 * <p>The first bound makes an announcement, the second one its absence (&epsilon;', &delta;')-indistinguishable from one unit more to one unit
 * less; the other direction holds because &pi; does not decrease. Cost: L touches cost (L &epsilon;', L &delta;'), also for streams that are
 * chosen by looking at earlier draws, by basic composition.
 *
 * <p>Probabilities are whole multiples of 2<sup>-128</sup>. The recursion runs on these whole numbers, with e<sup>-&epsilon;'</sup> rounded
 * up and every product rounded such that both bounds hold exactly for the probabilities that are drawn. Doubles would not do: where 1 -
 * &pi; is about &delta;', a rounding of &pi; by 10<sup>-16</sup> is a part of &delta;' that nobody pays for. A draw compares random bits with
 * the probability.
 *
 * <p>Source: Desfontaines, Voss, Gipson and Mandayam (2022), Theorem 1.
 */
public final class TruncatedGeometricDraw implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The largest number of counts with a probability below 1. */
    private static final int MOST = 1 << 20;

    private static final int BITS = 2 * Long.SIZE;
    private static final int DECAY_BITS = 192;
    private static final BigInteger ONE = BigInteger.ONE.shiftLeft(BITS);

    private final long preThreshold;
    private final long[] high;
    private final long[] low;

    /**
     * Creates the draw.
     *
     * @param epsilon &epsilon;' of one touch
     * @param delta &delta;' of one touch, above 0
     * @param lone what decides whether a key exists; its M is not used
     * @throws InvalidParameter if {@code delta} is below 1e-22, or {@code epsilon} is so small that more than 2<sup>20</sup> numbers of units
     *     have a probability below 1
     */
    public TruncatedGeometricDraw(Ratio epsilon, Delta delta, LoneKey lone) {
        Touches.part(delta, BigInteger.ONE);
        preThreshold = lone.preThreshold();
        List<BigInteger> chances = chances(epsilon, delta);
        high = chances.stream()
                .mapToLong(chance -> chance.shiftRight(Long.SIZE).longValue())
                .toArray();
        low = chances.stream().mapToLong(BigInteger::longValue).toArray();
    }

    /** The probabilities &pi;<sub>1</sub>, &pi;<sub>2</sub>, .. as far as they are below 1, in units of 2<sup>-128</sup>. */
    private static List<BigInteger> chances(Ratio epsilon, Delta delta) {
        BigInteger lost = delta.yocto().shiftLeft(BITS).divide(BigInteger.TEN.pow(24));
        BigInteger decay = decayAtLeast(epsilon);
        List<BigInteger> chances = new ArrayList<>();
        for (BigInteger chance = next(BigInteger.ZERO, lost, decay);
                chance.compareTo(ONE) < 0;
                chance = next(chance, lost, decay)) {
            chances.add(chance);
            if (chances.size() > MOST) {
                throw new InvalidParameter(
                        "epsilon of a touch", "so large that 2^20 units always suffice", epsilon.toDouble());
            }
        }
        return chances;
    }

    /** The number e<sup>-&epsilon;'</sup> in units of 2<sup>-192</sup>, rounded up. */
    private static BigInteger decayAtLeast(Ratio epsilon) {
        BigDecimal near = ExponentialCoin.chance(epsilon.numerator(), epsilon.denominator(), DECAY_BITS);
        return near.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(DECAY_BITS)))
                .toBigInteger()
                .add(BigInteger.TWO);
    }

    private static BigInteger next(BigInteger chance, BigInteger lost, BigInteger decay) {
        BigInteger risen = chance.shiftLeft(DECAY_BITS).divide(decay).add(lost);
        BigInteger missing = ONE.subtract(chance).subtract(lost).max(BigInteger.ZERO);
        BigInteger left =
                missing.multiply(decay).negate().shiftRight(DECAY_BITS).negate(); // rounded up
        return risen.min(ONE.subtract(left));
    }

    /**
     * Draws whether a key is announced. A key that does not exist is not announced, and nothing is drawn for it.
     *
     * @param units the number of distinct units with a kept record, at least 0
     * @param randomness the source of the random bits
     */
    public boolean announces(long units, Randomness randomness) {
        long n = units - preThreshold;
        if (n < 0 || n >= high.length) {
            return n >= 0;
        }
        int first = Long.compareUnsigned(randomness.nextLong(), high[(int) n]);
        return first == 0 ? Long.compareUnsigned(randomness.nextLong(), low[(int) n]) < 0 : first < 0;
    }

    /**
     * The probability that a key is announced, rounded to a double. It is for plans and checks, and as secret as the number of units.
     *
     * @param units the number of distinct units with a kept record, at least 0
     */
    public double keepProbability(long units) {
        long n = units - preThreshold;
        if (n < 0 || n >= high.length) {
            return n < 0 ? 0 : 1;
        }
        return exactProbability(units).doubleValue();
    }

    /** The probability that a key is announced, exactly. */
    BigDecimal exactProbability(long units) {
        long n = units - preThreshold;
        if (n < 0 || n >= high.length) {
            return n < 0 ? BigDecimal.ZERO : BigDecimal.ONE;
        }
        BigInteger chance = unsigned(high[(int) n]).shiftLeft(Long.SIZE).add(unsigned(low[(int) n]));
        return new BigDecimal(chance).divide(new BigDecimal(ONE));
    }

    private static BigInteger unsigned(long word) {
        return BigInteger.valueOf(word).and(BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE));
    }

    /**
     * The smallest number of units whose key is announced with a given probability.
     *
     * @param chance the probability, at least one half and below 1
     */
    public long unitsFor(double chance) {
        GaussianUnits.requireChance(chance);
        long units = preThreshold;
        while (keepProbability(units) < chance) {
            units++;
        }
        return units;
    }

    /** The smallest number of units whose key is always announced. */
    public long always() {
        return preThreshold + high.length;
    }
}
