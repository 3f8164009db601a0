package dev.weir.accountant.continual;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * One unit at a gate of one block of several numbers, with all of its contributions, so that its loss can be recomputed in
 * exact arithmetic.
 */
final class BlockUnit {

    private final PricedSeries priced;
    private final List<Ratio> factors;
    private final ToLongFunction<long[]> sizeOf;
    private final UnitAccount account;
    private final SeriesCost cost;
    private final long[] spent;
    private final long[][] units;
    /** The contributions by key, number of the block and step. */
    private final long[][][] increments;

    /**
     * @param sizeOf the size of a vector in the norm, by the factors; a deliberately wrong gate passes another function
     */
    BlockUnit(PricedSeries priced, List<Ratio> factors, int keys, int steps, ToLongFunction<long[]> sizeOf) {
        this.priced = priced;
        this.factors = factors;
        this.sizeOf = sizeOf;
        this.account = priced.account();
        this.cost = priced.cost();
        this.spent = new long[account.words()];
        this.units = new long[keys][cost.words()];
        this.increments = new long[keys][factors.size()][steps];
    }

    /** Returns the size of a vector in the norm. */
    static long size(Norm norm, List<Ratio> factors, long[] vector) {
        long size = 0;
        for (int k = 0; k < vector.length; k++) {
            long one = norm == Norm.L1 ? Math.abs(vector[k]) : vector[k] * vector[k];
            size += one * factors.get(k).denominator().longValueExact();
        }
        return size;
    }

    /** Adds a contribution if the account affords it. */
    boolean take(int key, int step, long[] vector) {
        long length = cost.length(0, 0, sizeOf.applyAsLong(vector));
        cost.begin(units[key], 0);
        cost.add(0, step, length);
        if (!account.charge(spent, 0, cost.high(), cost.low())) {
            return false;
        }
        cost.keep(0, step, length);
        for (int k = 0; k < vector.length; k++) {
            increments[key][k][step - 1] += vector[k];
        }
        return true;
    }

    /** Returns the exact amount that the unit was charged, in units of the currency. */
    BigFraction charged() {
        return fraction(Ratio.of(account.share().value()))
                .multiply(account.parts(spent, 0))
                .divide(account.limit());
    }

    boolean isWithinShare() {
        return account.parts(spent, 0).compareTo(account.limit()) <= 0;
    }

    private static BigFraction fraction(Ratio ratio) {
        return new BigFraction(ratio.numerator(), ratio.denominator());
    }

    /**
     * Returns the unit's exact loss: by how much its presence moves the numbers to which noise is added, given the total of
     * the others, in the cost of the noise.
     */
    BigFraction loss(long others) {
        BigFraction loss = BigFraction.ZERO;
        for (long[][] key : increments) {
            for (int k = 0; k < key.length; k++) {
                CorrelatedNoise noise = priced.noise(0).times(factors.get(k));
                loss = loss.add(
                        noise instanceof KaryTreeNoise tree
                                ? laplace(tree, key[k])
                                : gaussian((BltNoise) noise, key[k], others));
            }
        }
        return loss;
    }

    private static BigFraction laplace(KaryTreeNoise noise, long[] own) {
        long moved = 0;
        for (long each : own) {
            moved += Math.abs(each) * noise.tree().levels();
        }
        return new BigFraction(moved).divide(fraction(noise.noise().ratio()));
    }

    /** Returns the squared distance of the whole numbers to which noise is added, divided by twice the variance. */
    private static BigFraction gaussian(BltNoise noise, long[] own, long others) {
        FixedPointEncoder encoder = new FixedPointEncoder(noise.blt(), noise.fullSize(), noise.lastStep());
        long[] with = new long[encoder.words()];
        long[] without = new long[encoder.words()];
        BigInteger squared = BigInteger.ZERO;
        for (int t = 0; t < own.length; t++) {
            long rest = others * (t % 7 - 3) + t;
            long x = encoder.encode(with, 0, rest + own[t]) - encoder.encode(without, 0, rest);
            squared = squared.add(BigInteger.valueOf(x).pow(2));
        }
        return new BigFraction(squared, BigInteger.TWO)
                .divide(fraction(noise.drawn().variance()));
    }
}
