package dev.weir.accountant.local;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Require;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.BitSet;

/**
 * Subset selection: the report names d of k options, and sets that hold the sender's own option are H / U times as
 * likely as others. d = 1 is randomized response over k options; with k = 2 it is that of Warner (1965).
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
        return report(value, new UniformBits(randomness));
    }

    /** Draws whether the own option is named, and then the other options. */
    byte[] report(long value, Uniform uniform) {
        int own = Options.number(value, options);
        return options <= Long.SIZE ? bytes(fewNamed(own, uniform)) : bytes(named(own, uniform));
    }

    /** Draws the named options of up to 64, each of which is a bit of a word. */
    private long fewNamed(int own, Uniform uniform) {
        boolean isOwnNamed = uniform.below(ownWeight() + otherWeight()) < ownWeight();
        long named = isOwnNamed ? 1L << own : 0;
        for (int j = options - 1 - (isOwnNamed ? size - 1 : size); j < options - 1; j++) {
            long drawn = 1L << other((int) uniform.below(j + 1L), own);
            named |= (named & drawn) == 0 ? drawn : 1L << other(j, own);
        }
        return named;
    }

    /** Draws the named options of any number of options. */
    BitSet named(int own, Uniform uniform) {
        BitSet named = new BitSet(options);
        if (uniform.below(ownWeight() + otherWeight()) < ownWeight()) {
            addOthers(named, size - 1, own, uniform);
            named.set(own);
        } else {
            addOthers(named, size, own, uniform);
        }
        return named;
    }

    /**
     * Adds a uniform set of {@code count} of the other options: Floyd's algorithm, Bentley and Floyd (1987). Others are
     * numbered from 0 to k - 2. By induction over j, each set of its size of numbers up to j is equally likely.
     */
    private void addOthers(BitSet named, int count, int own, Uniform uniform) {
        for (int j = options - 1 - count; j < options - 1; j++) {
            int drawn = other((int) uniform.below(j + 1L), own);
            named.set(named.get(drawn) ? other(j, own) : drawn);
        }
    }

    /** The option of a number among the others: those from the own option on stand one place further. */
    private static int other(int number, int own) {
        return number < own ? number : number + 1;
    }

    private boolean isList() {
        return (long) size * PackedBits.width(options) < options;
    }

    private byte[] bytes(long named) {
        return isList() ? bytes(BitSet.valueOf(new long[] {named})) : PackedBits.flags(named, options);
    }

    /** The bytes of a set of options. */
    byte[] bytes(BitSet named) {
        if (!isList()) {
            return PackedBits.flags(named, options);
        }
        int[] ascending = new int[size];
        int option = -1;
        for (int i = 0; i < size; i++) {
            option = named.nextSetBit(option + 1);
            ascending[i] = option;
        }
        return PackedBits.pack(ascending, PackedBits.width(options));
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
    public boolean isReport(byte[] bytes) {
        return isList()
                ? PackedBits.isPacked(bytes, size, PackedBits.width(options)) && isAscending(bytes)
                : PackedBits.isPacked(bytes, options, 1) && PackedBits.ones(bytes) == size;
    }

    private boolean isAscending(byte[] list) {
        int width = PackedBits.width(options);
        int last = -1;
        for (int i = 0; i < size; i++) {
            int next = PackedBits.number(list, i, width);
            if (next <= last) {
                return false;
            }
            last = next;
        }
        return last < options;
    }

    @Override
    public void countReport(byte[] report, long[] counters) {
        if (!isList()) {
            PackedBits.countFlags(report, counters);
            return;
        }
        int width = PackedBits.width(options);
        for (int i = 0; i < size; i++) {
            counters[PackedBits.number(report, i, width)]++;
        }
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
