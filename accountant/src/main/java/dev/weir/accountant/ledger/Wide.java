package dev.weir.accountant.ledger;

import dev.weir.accountant.privacy.Delta;
import java.math.BigInteger;

/** A &delta; as two words, high and low (unsigned): sums and comparisons without objects. */
final class Wide {

    private Wide() {}

    static long high(Delta delta) {
        return delta.yocto().shiftRight(Long.SIZE).longValueExact();
    }

    static long low(Delta delta) {
        return delta.yocto().longValue();
    }

    static Delta delta(long high, long low) {
        BigInteger unsigned = BigInteger.valueOf(low >>> 1).shiftLeft(1).add(BigInteger.valueOf(low & 1));
        return new Delta(BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(unsigned));
    }

    /** The high word of the sum of two &delta;s, of which {@code lowSum} is the low word. */
    static long highSum(long high, long low, long otherHigh, long lowSum) {
        return high + otherHigh + (Long.compareUnsigned(lowSum, low) < 0 ? 1 : 0);
    }

    static boolean atMost(long high, long low, long limitHigh, long limitLow) {
        return high < limitHigh || (high == limitHigh && Long.compareUnsigned(low, limitLow) <= 0);
    }
}
