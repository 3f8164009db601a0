package dev.weir.accountant.local;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Require;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.BitSet;

/**
 * Subset selection: the report names d of k options, and sets that hold the sender's own option are H / U times as
 * likely as others. d = 1 is randomized response over k options; with k = 2 it is Warner's (1965).
 *
 * <p><b>Guarantee.</b> ln(H / U)-DP for one report whose value is replaced. The own option is in with probability dH / T,
 * T = dH + (k - d)U, and the others are drawn uniformly. A set with the own option has probability dH / T / C(k-1, d-1),
 * one without it (k - d)U / T / C(k-1, d). C(k-1, d) = C(k-1, d-1) (k - d) / d, so that the quotient is H / U: Ye and Barg
 * (2018), Wang and others (2016). A set is written in ascending order, or as one bit for each option where that is
 * shorter, so that its bytes do not tell which option was drawn first.
 *
 * <p><b>Error.</b> Unbiased; see {@link SupportRates}. p = dH / T, q = (p (d-1) + (1-p) d) / (k-1), and p - q =
 * d (k-d) (H-U) / (T (k-1)).
 *
 * @param options k, from 2 to 2<sup>29</sup>
 * @param size d, from 1 to k - 1
 * @param odds H and U; T is below 2<sup>63</sup>
 */
public record SubsetResponse(int options, int size, Odds odds) implements CategoryResponse {

    private static final int SEARCHED = 3;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
    public SubsetResponse {
        Options.require(options);
        Require.between("size", size, 1, options - 1);
        BigInteger total = BigInteger.valueOf(odds.heavy())
                .multiply(BigInteger.valueOf(size))
                .add(BigInteger.valueOf(odds.light()).multiply(BigInteger.valueOf(options - size)));
        Require.that(total.bitLength() < Long.SIZE, "odds", "such that all weights add up to less than 2^63", odds);
    }

    /**
     * Subset selection with the size that has the smallest error.
     *
     * @param options k, from 2 to 2<sup>29</sup>
     * @param epsilon &epsilon; in nats, from 1e-9 to 16
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static SubsetResponse of(int options, BigDecimal epsilon) {
        Options.require(options);
        Odds odds = Odds.of(epsilon);
        double share = (double) odds.light() / ((double) odds.heavy() + odds.light());
        int middle = (int) (options * share);
        int last = Math.min(options - 1, middle + SEARCHED + 1);
        SubsetResponse best = new SubsetResponse(options, Math.max(1, middle - SEARCHED), odds);
        for (int size = best.size + 1; size <= last; size++) {
            SubsetResponse next = new SubsetResponse(options, size, odds);
            if (next.rates().totalError(options) < best.rates().totalError(options)) {
                best = next;
            }
        }
        return best;
    }

    /**
     * Randomized response: the report names one option.
     *
     * @param options k, from 2 to 2<sup>29</sup>
     * @param epsilon &epsilon; in nats, from 1e-9 to 16
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static SubsetResponse single(int options, BigDecimal epsilon) {
        return new SubsetResponse(options, 1, Odds.of(epsilon));
    }

    private long ownWeight() {
        return size * odds.heavy();
    }

    private long otherWeight() {
        return (options - size) * odds.light();
    }

    @Override
    public byte[] report(long value, Randomness randomness) {
        return report(value, Uniform.of(randomness));
    }

    /** Others are numbered from 0 to k - 2; those from the own option on stand one place further. */
    byte[] report(long value, Uniform uniform) {
        int own = Options.number(value, options);
        boolean isIn = uniform.below(ownWeight() + otherWeight()) < ownWeight();
        BitSet others = chosen(options - 1, isIn ? size - 1 : size, uniform);
        BitSet set = new BitSet(options);
        others.stream().forEach(other -> set.set(other < own ? other : other + 1));
        set.set(own, isIn);
        return bytes(set);
    }

    /**
     * A uniform set of {@code size} of {@code count} numbers: Floyd's algorithm, Bentley and Floyd (1987). By induction
     * over j, each set of its size below j + 1 is equally likely.
     */
    private static BitSet chosen(int count, int size, Uniform uniform) {
        BitSet chosen = new BitSet(count);
        for (int j = count - size; j < count; j++) {
            int drawn = (int) uniform.below(j + 1L);
            chosen.set(chosen.get(drawn) ? j : drawn);
        }
        return chosen;
    }

    private boolean isList() {
        return (long) size * PackedBits.width(options) < options;
    }

    private byte[] bytes(BitSet set) {
        if (isList()) {
            return PackedBits.pack(set.stream().toArray(), PackedBits.width(options));
        }
        int[] bits = new int[options];
        set.stream().forEach(option -> bits[option] = 1);
        return PackedBits.pack(bits, 1);
    }

    @Override
    public SupportRates rates() {
        double total = ownWeight() + otherWeight();
        double p = ownWeight() / total;
        double missing = otherWeight() / total;
        double q = (p * (size - 1) + missing * size) / (options - 1);
        double gap = (double) size * (options - size) / (options - 1) * (odds.heavy() - odds.light()) / total;
        return new SupportRates(p, q, missing, gap);
    }

    @Override
    public int counters() {
        return options;
    }

    @Override
    public boolean count(byte[] report, long[] counters) {
        return isList() ? countList(report, counters) : countBits(report, counters);
    }

    private boolean countList(byte[] report, long[] counters) {
        int[] named = PackedBits.unpack(report, size, PackedBits.width(options)).orElse(new int[0]);
        boolean isSet = named.length == size && named[size - 1] < options;
        for (int i = 1; i < named.length; i++) {
            isSet &= named[i - 1] < named[i];
        }
        for (int i = 0; isSet && i < size; i++) {
            counters[named[i]]++;
        }
        return isSet;
    }

    private boolean countBits(byte[] report, long[] counters) {
        int[] bits = PackedBits.unpack(report, options, 1).orElse(new int[0]);
        int named = 0;
        for (int bit : bits) {
            named += bit;
        }
        for (int i = 0; named == size && i < bits.length; i++) {
            counters[i] += bits[i];
        }
        return named == size;
    }

    @Override
    public double epsilon() {
        return odds.epsilon();
    }

    @Override
    public String description() {
        return "subset-selection " + options + " " + size + " " + odds.heavy() + " " + odds.light();
    }
}
