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
     * How many words of state a unit takes for one key, from the start of a series to its end. Under Laplace noise
     * sizes add up and no word is kept; under Gaussian noise each aggregate takes one word, or 1 + 2 k words where k
     * contributions and their steps are kept.
     */
    public int words() {
        return words;
    }

    /**
     * Begins the calculation for one contribution.
     *
     * @param units the states of several units, {@link #words} words each
     * @param at the index of the first word of this unit's state
     */
    public void begin(long[] units, int at) {
        state = units;
        start = at;
        sum.clear();
    }

    /**
     * The length of the vector by which a contribution moves a block, in units of {@link PricedSeries#units}. It stands
     * for the absolute value of a number. Makes objects only where the squared size takes two words.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param sizeHigh the bits of the vector's size from 2<sup>64</sup> up, in the norm of the noise, divided by its
     * factors; at least 0
     * @param sizeLow the lowest 64 bits of the vector's size
     */
    public long length(int aggregate, long sizeHigh, long sizeLow) {
        return lengths.get(aggregate).of(sizeHigh, sizeLow);
    }

    /**
     * Adds the cost of the contribution to one aggregate.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param step the step it falls into, from 1 at the start of the series
     * @param size how much it adds in grid steps, in absolute value, from 0 to the full size; for a block its {@link
     * #length}
     */
    public void add(int aggregate, long step, long size) {
        long grown = growths.get(aggregate).growth(state, start + offsets[aggregate], step, size);
        if (grown == UnitGrowth.REFUSED) {
            sum.saturate();
        } else {
            sum.addProduct(0, grown, pricesHigh[aggregate], pricesLow[aggregate]);
        }
    }

    /**
     * Keeps the contribution to one aggregate in the unit's state. Call it only when the account has granted the
     * charge.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param step the step the contribution falls into, as given to {@link #add}
     * @param size the size of the contribution, as given to {@link #add}
     * @throws IllegalStateException if the growth was refused
     */
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
