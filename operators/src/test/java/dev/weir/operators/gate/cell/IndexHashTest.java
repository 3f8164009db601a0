package dev.weir.operators.gate.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class IndexHashTest {

    private static final BigInteger P = BigInteger.TWO.pow(61).subtract(BigInteger.ONE);
    private static final int SECRETS = 100_000;
    private static final int BUCKETS = 16;

    /**
     * Counts, over 100 000 secrets, how often two units fall into the same of 16 buckets: 6250 times expected, standard
     * deviation 76.5. A deviation of 400 has probability 2e-7; the seeds are fixed.
     */
    private static void requireOneIn16(ToLongFunction<IndexHash> one, ToLongFunction<IndexHash> other) {
        SplittableRandom random = new SplittableRandom(5);
        int same = 0;
        for (int i = 0; i < SECRETS; i++) {
            IndexHash hash = new IndexHash(random::nextLong);
            same += (one.applyAsLong(hash) ^ other.applyAsLong(hash)) % BUCKETS == 0 ? 1 : 0;
        }
        assertThat(same).isBetween(6250 - 400, 6250 + 400);
    }

    @Test
    void two_units_share_a_bucket_as_often_as_chance_says_wherever_they_differ() {
        long[] first = {0x0123456789ABCDEFL, -7, 19_000L << 6 | 16};
        for (int word = 0; word < first.length; word++) {
            for (int bit : new int[] {0, 1, 30, 31, 32, 63}) {
                long[] second = first.clone();
                second[word] ^= 1L << bit;
                requireOneIn16(
                        hash -> hash.unit(first[0], first[1], first[2]),
                        hash -> hash.unit(second[0], second[1], second[2]));
            }
        }
    }

    @Test
    void so_do_two_cells() {
        requireOneIn16(hash -> hash.cell(0, 0), hash -> hash.cell(1, 0));
        requireOneIn16(hash -> hash.cell(0, 0), hash -> hash.cell(0, 1));
        requireOneIn16(hash -> hash.cell(7, 1), hash -> hash.cell(7 + (1 << 30), 1));
        requireOneIn16(hash -> hash.cell(7, -1), hash -> hash.cell(7, Integer.MAX_VALUE));
        requireOneIn16(hash -> hash.cell(3, 4), hash -> hash.cell(4, 3));
    }

    @Test
    void a_long_id_is_the_polynomial_of_its_bytes() {
        for (int seed = 0; seed < 200; seed++) {
            byte[] id = new byte[seed < 100 ? 17 + seed : 17 + 10 * seed];
            SplittableRandom random = new SplittableRandom(seed);
            random.nextBytes(id);
            if (seed % 3 == 0) {
                Arrays.fill(id, (byte) -1);
            }
            IndexHash hash = new IndexHash(seed % 2 == 0 ? random::nextLong : () -> -9); // the largest place
            BigInteger place = BigInteger.valueOf(place(seed, id.length));
            assertThat(hash.longId(id)).as("%d bytes", id.length).isEqualTo(polynomial(id, place));
        }
    }

    /** Returns the eighth number that the hash draws. */
    private static long place(int seed, int length) {
        if (seed % 2 == 1) {
            return -9L >>> 3;
        }
        SplittableRandom random = new SplittableRandom(seed);
        random.nextBytes(new byte[length]);
        return random.longs(8).skip(7).findFirst().orElseThrow() >>> 3;
    }

    private static long polynomial(byte[] id, BigInteger place) {
        BigInteger value = BigInteger.valueOf(id.length);
        for (int at = 0; at < id.length; at += 7) {
            byte[] group = Arrays.copyOfRange(id, at, Math.min(at + 7, id.length));
            value = value.multiply(place).add(new BigInteger(1, group));
        }
        return value.mod(P).longValueExact();
    }
}
