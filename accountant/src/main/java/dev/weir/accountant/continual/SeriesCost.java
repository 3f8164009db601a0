package dev.weir.accountant.continual;

import dev.weir.accountant.account.UInt128;
import java.math.BigInteger;
import java.util.List;

/**
 * What one contribution costs its unit, summed over the aggregates of a query of running totals, in parts of the query's
 * account. An instance is reused for contribution after contribution by one thread, and makes no objects but where {@link #length} says so.
 *
 * <p>For each contribution: {@link #begin}, {@link #add} for every aggregate, charge the account {@link #high} and {@link #low},
 * and if it grants the charge {@link #keep} every aggregate; a refused contribution changes nothing.
 */
public final class SeriesCost {

    private final List<UnitGrowth> growths;
    private final List<BlockLength> lengths;
    private final long[] pricesHigh;
    private final long[] pricesLow;
    private final int[] offsets;
    private final int words;
    private final UInt128 sum = new UInt128();
    private long[] state = {};
    private int start;

    /**
     * The cost of contributions to one query.
     *
     * @param growths how sizes grow, one an aggregate
     * @param lengths in what units lengths of blocks are counted
     * @param prices what growing by one part costs
     */
    SeriesCost(List<UnitGrowth> growths, List<BlockLength> lengths, List<BigInteger> prices) {
        this.growths = growths;
        this.lengths = lengths;
        this.pricesHigh = prices.stream().mapToLong(UInt128::high).toArray();
        this.pricesLow = prices.stream().mapToLong(UInt128::low).toArray();
        this.offsets = new int[growths.size()];
        int at = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = at;
            at += growths.get(i).words();
        }
        this.words = at;
    }

    /**
     * How many words of state a unit takes for one key, from the start of a series to its end: none under Laplace noise, where
     * sizes add up; else one an aggregate, or 1 + 2 k where k contributions and their steps are kept.
     */
    public int words() {
        return words;
    }

    /**
     * Begins with a contribution.
     *
     * @param units what units have contributed to keys; this one starts at {@code at}
     */
    public void begin(long[] units, int at) {
        state = units;
        start = at;
        sum.clear();
    }

    /**
     * What stands for the absolute value of a number where a contribution moves a block of several: the length of its vector. Makes
     * objects only where sizes of blocks take two words. In units of {@link PricedSeries#units}, as a unit's words are.
     *
     * @param sizeHigh the bits of the vector's size from 2<sup>64</sup> up, in the norm of the noise, by its factors
     * @param sizeLow the lowest 64 bits of that
     */
    public long length(int aggregate, long sizeHigh, long sizeLow) {
        return lengths.get(aggregate).of(sizeHigh, sizeLow);
    }

    /**
     * Adds the cost of the contribution to one aggregate.
     *
     * @param step the step it falls into, from 1 at the start of the series
     * @param size how much it adds in grid steps, in absolute value, at most the full size; of a block its {@link #length}
     */
    public void add(int aggregate, long step, long size) {
        long grown = growths.get(aggregate).growth(state, start + offsets[aggregate], step, size);
        if (grown == UnitGrowth.REFUSED) {
            sum.saturate();
        } else {
            sum.addProduct(0, grown, pricesHigh[aggregate], pricesLow[aggregate]);
        }
    }

    /** Keeps the contribution to one aggregate, once it has been charged. */
    public void keep(int aggregate, long step, long size) {
        growths.get(aggregate).keep(state, start + offsets[aggregate], step, size);
    }

    /** The bits of the cost from 2<sup>64</sup> up. */
    public long high() {
        return sum.high();
    }

    /** The lowest 64 bits of the cost. */
    public long low() {
        return sum.low();
    }
}
