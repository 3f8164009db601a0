package dev.weir.operators.gate.cell;

import dev.weir.accountant.noise.Randomness;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The secret hash by which the tables of one subtask find units and cells. Its keys are drawn when the tables are made,
 * and are never part of state. Somebody who chooses ids cannot know which of them collide, and another attempt has
 * other keys.
 *
 * <p><b>Units and cells.</b> A unit is six characters of 32 bits, x<sub>1</sub> to x<sub>6</sub>; its sum is S =
 * m<sub>0</sub> + (m<sub>1</sub> + x<sub>1</sub>)(m<sub>2</sub> + x<sub>2</sub>) + (m<sub>3</sub> +
 * x<sub>3</sub>)(m<sub>4</sub> + x<sub>4</sub>) + (m<sub>5</sub> + x<sub>5</sub>)(m<sub>6</sub> + x<sub>6</sub>) modulo
 * 2<sup>64</sup>, with uniform keys m of 64 bits (the family Multilinear-HM of Lemire and Kaser (2014), <i>Strongly
 * universal string hashing is fast</i>). A cell is two characters. The upper 32 bits of S are strongly universal: for
 * two different units they are two independent uniform numbers. Proof: let the units differ in x<sub>i</sub>, by d, and
 * let m<sub>j</sub> be the key that is added to the other factor of x<sub>i</sub>'s product. With all other keys but
 * m<sub>0</sub> fixed, the difference of both sums is d m<sub>j</sub> plus a constant, and d = 2<sup>t</sup> times an
 * odd number with t &le; 31. So the difference is uniform on a class modulo 2<sup>t</sup>, whatever its lower bits are,
 * and m<sub>0</sub> makes the first sum uniform and independent of it.
 *
 * <p>A fixed bijection of these 32 bits (the last step of MurmurHash3) changes none of that, and takes ids that are
 * evenly spaced off the evenly spaced places to which S alone would send them. So two units fall into the same of B =
 * 2<sup>b</sup> buckets with probability 1/B exactly, whatever they are.
 *
 * <p><b>Cost</b> of linear probing with n units in B &ge; 3n/2 buckets. How many units an interval of l buckets draws
 * has at most its mean as variance, so by Chebyshev it draws more than a constant factor above its mean with
 * probability O(1/l). A run of occupied buckets of length 4l or more around a given bucket needs such an interval of
 * length l among a constant number of them, so its expected length is the sum of l O(1/l) over the powers of two: O(log
 * n). The sum of the squares of all runs is the sum of run lengths over all buckets, O(n log n); it bounds what n
 * insertions take together, and its root, O(&radic;(n log n)), the longest run, hence any single look-up. With fixed
 * hashes crafted ids made them O(n<sup>2</sup>) and n.
 *
 * <p><b>Long ids</b> are first made a number below p = 2<sup>61</sup> - 1: the polynomial whose coefficients are the
 * id's length and its bytes in groups of seven, at a secret place modulo p. Two ids of at most L bytes collide with
 * probability at most (L / 7 + 2) / p, below 2<sup>-43</sup> for a MiB, because the difference of their polynomials has
 * no more zeros.
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
     * A hash with keys of its own.
     *
     * @param randomness draws the keys: outside of tests, from the system's generator
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

    /** A uniform number below {@link #P}. */
    private static long below(Randomness randomness) {
        long drawn = P;
        while (drawn == P) {
            drawn = randomness.nextLong() >>> (Long.SIZE - PRIME_BITS);
        }
        return drawn;
    }

    /**
     * A hash of a unit that is given as three words. The lower half selects the bucket. The upper half distinguishes
     * units of neighbouring buckets; nothing is proved about it.
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

    /** A hash of the cell of a unit under a key, which selects the bucket. */
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
     * The number, below 2<sup>61</sup> - 1, that stands for the bytes of an id: see the class.
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
     * A value below 2<sup>62</sup> times {@link #place} modulo p. The result may be too large by p or a few units: it
     * is below 2<sup>61</sup> + 4.
     */
    private long timesPlace(long value) {
        long low = value * place;
        long sum = ((Math.multiplyHigh(value, place) << (Long.SIZE - PRIME_BITS)) | (low >>> PRIME_BITS)) + (low & P);
        return (sum & P) + (sum >>> PRIME_BITS);
    }
}
