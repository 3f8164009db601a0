package dev.weir.accountant.local;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.UniformIndex;

/**
 * Uniform whole numbers of one report, several from each word of random bits.
 *
 * <p><b>Method.</b> Let B be the number of bits of a part of a word, x the part as a number, and x n = y 2<sup>B</sup> + l with l
 * below 2<sup>B</sup>. Then y is below n. Parts with l below 2<sup>B</sup> mod n are dropped, and drawn again. The values l of
 * the parts with the same y are n apart, and the first is below n; so of the values from 2<sup>B</sup> mod n to
 * 2<sup>B</sup> - 1, whose number is a multiple of n, each y has the same number. Hence y is exactly uniform. Parts are used
 * once, so that numbers are independent. Nearly no part is dropped, so that a draw takes no time that depends on chance.
 */
final class UniformBits implements Uniform {

    private static final int SHORT = 12;
    private static final int LONG = 32;

    /** The largest bound for which a short part is rarely dropped. */
    private static final int MOST_SHORT = 1 << 6;

    private final Randomness randomness;
    private long word;
    private int left;

    /**
     * Creates the numbers of one report.
     *
     * @param randomness the source of the random bits
     */
    UniformBits(Randomness randomness) {
        this.randomness = randomness;
    }

    @Override
    public long below(long count) {
        if (count < 1 || count >= 1L << (LONG - 1)) {
            return UniformIndex.below(count, randomness);
        }
        return below(count, count <= MOST_SHORT ? SHORT : LONG);
    }

    private long below(long count, int bits) {
        long all = 1L << bits;
        long product = take(bits) * count;
        long rest = product & (all - 1);
        if (rest < count) {
            long dropped = all % count;
            while (rest < dropped) {
                product = take(bits) * count;
                rest = product & (all - 1);
            }
        }
        return product >>> bits;
    }

    /** The next bits of the word, or the first of another word if it has fewer left. */
    private long take(int bits) {
        if (left < bits) {
            word = randomness.nextLong();
            left = Long.SIZE;
        }
        long taken = word >>> (Long.SIZE - bits);
        word <<= bits;
        left -= bits;
        return taken;
    }
}
