package dev.weir.accountant.noise;

import java.math.BigInteger;

/** A coin whose probability is a real number that can be enclosed ever more closely. */
@FunctionalInterface
interface ExactCoin {

    /**
     * An enclosure of the probability with {@code bits} binary digits or more. Its width must tend to 0 as {@code bits}
     * grows.
     */
    Enclosure chance(int bits);

    /** Whether a uniform number lies below the probability, decided by as many digits of both as are necessary. */
    default boolean falls(LazyFraction uniform) {
        for (int bits = 2 * Long.SIZE; ; bits += Long.SIZE) {
            Enclosure chance = chance(bits).outward(bits);
            BigInteger least = uniform.first(bits);
            if (least.compareTo(chance.low()) < 0) {
                return true;
            }
            if (least.compareTo(chance.high()) >= 0) {
                return false;
            }
        }
    }
}
