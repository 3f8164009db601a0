package dev.weir.accountant.noise;

import java.math.BigInteger;

/** A coin that falls with a real probability, which can be enclosed as narrowly as necessary. */
@FunctionalInterface
interface ExactCoin {

    /**
     * An enclosure of the probability with {@code bits} binary digits or more. Its width must tend to 0 as {@code bits}
     * grows.
     */
    Enclosure chance(int bits);

    /**
     * Whether the coin falls, that is, whether a uniform number lies below the probability. As many digits of the number
     * and of the probability are computed as the comparison needs.
     */
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
