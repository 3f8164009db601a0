package dev.weir.operators.gate.cell;

import dev.weir.accountant.noise.Randomness;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The secret hash by which the tables of one subtask find units and cells. Its keys are drawn when the tables are made,
 * and are never part of state. Therefore somebody who chooses ids cannot know which of them collide, and another
 * execution attempt has other keys.
 *
 * <p><b>Units and cells.</b> A unit is a sequence of six characters of 32 bits, x<sub>1</sub> to x<sub>6</sub>. Its sum
 * is S = m<sub>0</sub> + (m<sub>1</sub> + x<sub>1</sub>)(m<sub>2</sub> + x<sub>2</sub>) + (m<sub>3</sub> +
 * x<sub>3</sub>)(m<sub>4</sub> + x<sub>4</sub>) + (m<sub>5</sub> + x<sub>5</sub>)(m<sub>6</sub> + x<sub>6</sub>) modulo
 * 2<sup>64</sup>, with uniform keys m of 64 bits (the family Multilinear-HM of Lemire and Kaser (2014), <i>Strongly
 * universal string hashing is fast</i>). A cell is a sequence of two characters. The upper 32 bits of S are strongly
 * universal: for two different units they are two independent uniform numbers. Proof: let the units differ in
 * x<sub>i</sub>, by d, and let m<sub>j</sub> be the key in the other factor of the product with x<sub>i</sub>. Fix all
 * keys except m<sub>0</sub> and m<sub>j</sub>. Then the difference of the two sums is d m<sub>j</sub> plus a constant,
 * and d is 2<sup>t</sup> times an odd number with t &le; 31. So the difference is uniform on a residue class modulo
 * 2<sup>t</sup>, and its upper 32 bits are uniform whatever its lower bits are. Because of m<sub>0</sub>, the first sum
 * is uniform and independent of the difference.
 *
 * <p>A fixed bijection (the last step of MurmurHash3) is then applied to these 32 bits. It keeps this property, and
 * scatters evenly spaced ids, which S alone would send to evenly spaced buckets. So any two different units fall into
 * the same of B = 2<sup>b</sup> buckets with probability exactly 1/B.
 *
 * <p><b>Cost</b> of linear probing with n units in B &ge; 3n/2 buckets. Let X be the number of units that are hashed to
 * a given interval of l buckets. Its variance is at most its mean, so by Chebyshev X exceeds its mean by a constant
 * factor with probability O(1/l). If the run of occupied buckets around a given bucket has a length of 4l or more, X is
 * that large for at least one of a constant number of intervals of length l. So the expected length of the run is the
 * sum of l O(1/l) over the powers of two l up to n, which is O(log n).
 *
 * <p>The sum of the squared lengths of all runs is the sum, over all buckets, of the length of the bucket's run. In
 * expectation this sum is O(n log n). It bounds the cost of n insertions. Its root, O(&radic;(n log n)), bounds the
 * longest run and therefore the cost of any single look-up. With a fixed hash, crafted ids would make these costs
 * O(n<sup>2</sup>) and O(n).
 *
 * <p><b>Long ids</b> are first reduced to a number below p = 2<sup>61</sup> - 1. It is the value modulo p, at a secret
 * point, of the polynomial whose coefficients are the id's length and its bytes in groups of seven. Two different ids
 * of at most L bytes collide with probability at most (L / 7 + 2) / p, because the difference of their polynomials has
 * at most L / 7 + 2 zeros. For ids of a MiB this is below 2<sup>-43</sup>.
 */
public final class IndexHash {

    private static final long P = (1L << 61) - 1;
    private static final int PRIME_BITS = 61;
    private static final int GROUP = 7;
    private static final long LOWER_HALF = 0xffffffffL;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final long m0;
    private final long m1;
    private final long m2;
    private final long m3;
    private final long m4;
    private final long m5;
    private final long m6;
    private final long place;

    /**
     * Creates a hash with new keys.
     *
     * @param randomness draws the keys; except in tests, it must be the system's generator
     */
    public IndexHash(Randomness randomness) {
        m0 = randomness.nextLong();
        m1 = randomness.nextLong();
        m2 = randomness.nextLong();
        m3 = randomness.nextLong();
        m4 = randomness.nextLong();
        m5 = randomness.nextLong();
        m6 = randomness.nextLong();
        place = below(randomness);
    }

    /** Draws a uniform number below {@link #P}. */
    private static long below(Randomness randomness) {
        long drawn = P;
        while (drawn == P) {
            drawn = randomness.nextLong() >>> (Long.SIZE - PRIME_BITS);
        }
        return drawn;
    }

    /**
     * Returns a hash of a unit that is given as three words. Its lower half selects the bucket. Its upper half
     * distinguishes units in neighbouring buckets; the proof above does not cover this half.
     *
     * @param high the upper word of the id
     * @param low the lower word of the id
     * @param tag the word of the period and of the id's length
     */
    public long unit(long high, long low, long tag) {
        long sum = m0
                + (m1 + (high >>> Integer.SIZE)) * (m2 + (high & LOWER_HALF))
                + (m3 + (low >>> Integer.SIZE)) * (m4 + (low & LOWER_HALF))
                + (m5 + (tag >>> Integer.SIZE)) * (m6 + (tag & LOWER_HALF));
        return (sum << Integer.SIZE) | (scattered(sum) & LOWER_HALF);
    }

    /** Returns a hash of the cell of a unit and key. It selects the bucket. */
    int cell(int unit, int key) {
        return scattered(m0 + (m1 + (unit & LOWER_HALF)) * (m2 + (key & LOWER_HALF)));
    }

    private static int scattered(long sum) {
        int bits = (int) (sum >>> Integer.SIZE);
        bits = (bits ^ bits >>> 16) * 0x85EBCA6B;
        bits = (bits ^ bits >>> 13) * 0xC2B2AE35;
        return bits ^ bits >>> 16;
    }

    /**
     * Reduces the bytes of an id to a number below 2<sup>61</sup> - 1, as the class comment describes.
     *
     * @param id the bytes of the id
     */
    public long longId(byte[] id) {
        long value = id.length;
        int at = 0;
        for (; at + Long.BYTES <= id.length; at += GROUP) {
            value = timesPlace(value) + ((long) LONGS.get(id, at) >>> Byte.SIZE);
        }
        long last = 0;
        for (; at < id.length; at++) {
            last = (last << Byte.SIZE) | (id[at] & 0xff);
        }
        long sum = timesPlace(value) + last;
        long reduced = (sum & P) + (sum >>> PRIME_BITS);
        return reduced >= P ? reduced - P : reduced;
    }

    /**
     * Returns a value below 2<sup>62</sup> times {@link #place}, modulo p. The result is not fully reduced: it is below
     * 2<sup>61</sup> + 4.
     */
    private long timesPlace(long value) {
        long low = value * place;
        long sum = ((Math.multiplyHigh(value, place) << (Long.SIZE - PRIME_BITS)) | (low >>> PRIME_BITS)) + (low & P);
        return (sum & P) + (sum >>> PRIME_BITS);
    }
}
