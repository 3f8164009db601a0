package dev.weir.accountant.noise;

import java.math.BigInteger;
import java.util.Optional;

/**
 * Finishes, using only integer arithmetic, the rare trials that {@link BinSampler} leaves open: those in the tail, and
 * those whose coin lies within the margin of {@link CoinFilter}.
 */
final class ExactTrial {

    /** The number of binary digits of the coin that are always drawn. */
    static final int COIN_BITS = 52;

    private static final int GUARD_BITS = 160;

    private final BinnedDistribution distribution;
    private final BinTable table;

    ExactTrial(BinnedDistribution distribution, BinTable table) {
        this.distribution = distribution;
        this.table = table;
    }

    /**
     * The random words of a trial that have been drawn so far.
     *
     * @param bin the entry of the table that was proposed
     * @param fraction the first {@link BinnedDistribution#fractionBits()} binary digits of the position inside the bin
     * @param coin the first 52 digits of the uniform number that decides whether the size is kept
     * @param negative whether the sign is negative
     */
    record Draws(int bin, long fraction, long coin, boolean negative) {}

    /** Returns the noise; empty if the trial is rejected. */
    Optional<BigInteger> settle(Draws draws, Randomness randomness) {
        LazyFraction fraction = new LazyFraction(draws.fraction(), distribution.fractionBits(), randomness);
        LazyFraction uniform = new LazyFraction(draws.coin(), COIN_BITS, randomness);
        BigInteger bin = BigInteger.valueOf(draws.bin());
        BigInteger lambda = table.lambda();
        BigInteger q = table.weight(draws.bin());
        if (draws.bin() == table.tail()) {
            int beyond = binsBeyondTail(randomness);
            bin = bin.add(BigInteger.valueOf(beyond));
            lambda = lambda.shiftLeft(BinTable.TAIL_STOP_LOG2 * (beyond + 1));
            q = q.multiply(BinTable.TAIL_GOES_ON.pow(beyond));
        }
        if (!coin(bin, fraction, lambda, q).falls(uniform)) {
            return Optional.empty();
        }
        BigInteger size = distribution.rounded(position(bin, fraction, distribution.fractionBits()));
        boolean minusZero = draws.negative() && distribution.rejectsMinusZero() && size.signum() == 0;
        return minusZero ? Optional.empty() : Optional.of(draws.negative() ? size.negate() : size);
    }

    /**
     * Draws the number of bins after the first bin of the tail. It is geometric: each further bin comes with
     * probability 31/32, decided by five bits.
     */
    private static int binsBeyondTail(Randomness randomness) {
        int beyond = 0;
        while (randomness.nextLong() >>> (Long.SIZE - BinTable.TAIL_STOP_LOG2) != 0) {
            beyond++;
        }
        return beyond;
    }

    private static BigInteger position(BigInteger bin, LazyFraction fraction, int digits) {
        return bin.shiftLeft(digits).add(fraction.first(digits));
    }

    /** The coin of probability lambda w(x) / q, which draws as many digits of a real x as are necessary. */
    private ExactCoin coin(BigInteger bin, LazyFraction fraction, BigInteger lambda, BigInteger q) {
        return bits -> weight(bin, fraction, bits).times(lambda, q);
    }

    private Enclosure weight(BigInteger bin, LazyFraction fraction, int bits) {
        int digits = distribution.real() ? bits : distribution.fractionBits();
        BigInteger x = position(bin, fraction, digits);
        int unit = distribution.widthLog2() - digits;
        Enclosure most = distribution.decay().weight(x, unit, bits + GUARD_BITS);
        if (!distribution.real()) {
            return most;
        }
        Enclosure least = distribution.decay().weight(x.add(BigInteger.ONE), unit, bits + GUARD_BITS);
        return new Enclosure(least.low(), most.high(), most.bits());
    }
}
