package dev.weir.accountant.local;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Require;
import java.math.BigDecimal;

/**
 * Hadamard response: the report is a number y below K, the smallest power of two above k. It is H / U times as likely if
 * y and v + 1 have an even number of common bits, v being the own option.
 *
 * <p><b>Guarantee.</b> v + 1 is not 0, so half of all y have an even number of bits in common with it: every value has the
 * same total weight K (H + U) / 2, and a report's probability is H or U over that. Hence ln(H / U)-DP: Acharya, Sun and
 * Zhang (2019). Draw: the parity by one coin; then y uniformly, and if its parity is the other one, the lowest bit of
 * v + 1 is flipped in it. That maps the y of either parity one to one to those of the other.
 *
 * <p><b>Error.</b> Unbiased; see {@link SupportRates}. p = H / (H + U). For another option w the parities of y with v + 1 and
 * with w + 1 are independent for a uniform y, so q = 1/2. Reports are few bits long, and the error is larger than that of
 * subset selection: 1.3 times at &epsilon; 1, 2.4 times at 2, 14 times at 4.
 *
 * @param options k, from 2 to 2<sup>29</sup>
 * @param odds H and U
 */
public record HadamardResponse(int options, Odds odds) implements CategoryResponse {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
    public HadamardResponse {
        Options.require(options);
    }

    /**
     * The response for an &epsilon;.
     *
     * @param options k, from 2 to 2<sup>29</sup>
     * @param epsilon &epsilon; in nats, from 1e-9 to 16
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static HadamardResponse of(int options, BigDecimal epsilon) {
        return new HadamardResponse(options, Odds.of(epsilon));
    }

    /** K, the number of outputs. */
    public int outputs() {
        return Integer.highestOneBit(options) << 1;
    }

    @Override
    public byte[] report(long value, Randomness randomness) {
        return report(value, new UniformBits(randomness));
    }

    /** Draws the parity first. */
    byte[] report(long value, Uniform uniform) {
        int row = Options.number(value, options) + 1;
        boolean isEven = odds.fall(uniform);
        int drawn = (int) uniform.below(outputs());
        int output = isEven(drawn & row) == isEven ? drawn : drawn ^ Integer.lowestOneBit(row);
        return PackedBits.pack(new int[] {output}, PackedBits.width(outputs()));
    }

    private static boolean isEven(int bits) {
        return (Integer.bitCount(bits) & 1) == 0;
    }

    @Override
    public SupportRates rates() {
        double total = (double) odds.heavy() + odds.light();
        double difference = odds.heavy() - odds.light();
        return new SupportRates(odds.heavy() / total, 0.5, odds.light() / total, difference / (2 * total));
    }

    @Override
    public int counters() {
        return outputs();
    }

    @Override
    public boolean isReport(byte[] bytes) {
        return PackedBits.isPacked(bytes, 1, PackedBits.width(outputs()));
    }

    @Override
    public void countReport(byte[] report, long[] counters) {
        counters[PackedBits.number(report, 0, PackedBits.width(outputs()))]++;
    }

    /**
     * With F the Walsh-Hadamard transform of how often each output came, option v has the support (n + F[v + 1]) / 2: F
     * counts outputs of even parity less those of odd parity.
     */
    @Override
    public long[] support(long[] counters, long reports) {
        Require.that(counters.length == outputs(), "counters", "as many as there are outputs", counters.length);
        long[] transformed = transformed(counters);
        long[] support = new long[options];
        for (int option = 0; option < options; option++) {
            support[option] = (reports + transformed[option + 1]) / 2;
        }
        return support;
    }

    /** The Walsh-Hadamard transform, in log2 K rounds over pairs whose places differ in one bit. */
    private static long[] transformed(long[] counters) {
        long[] sums = counters.clone();
        for (int bit = 1; bit < sums.length; bit <<= 1) {
            addPairs(sums, bit);
        }
        return sums;
    }

    private static void addPairs(long[] sums, int bit) {
        for (int low = 0; low < sums.length; low++) {
            if ((low & bit) == 0) {
                long even = sums[low];
                long odd = sums[low | bit];
                sums[low] = even + odd;
                sums[low | bit] = even - odd;
            }
        }
    }

    @Override
    public double epsilon() {
        return odds.epsilon();
    }

    @Override
    public String description() {
        return "hadamard " + options + " " + odds.heavy() + " " + odds.light();
    }
}
