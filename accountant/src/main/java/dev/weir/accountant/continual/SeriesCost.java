package dev.weir.accountant.continual;

import dev.weir.accountant.account.UInt128;
import java.math.BigInteger;
import java.util.List;

/**
 * The cost of one contribution to a query of running totals, summed over the query's aggregates, in parts of the unit's account. One thread
 * uses an instance for many contributions. No objects are allocated, except where {@link #length} says so.
 *
 * <p>For each contribution call {@link #begin}, then {@link #add} for every aggregate, and charge {@link #high} and {@link #low} to the
 * account. If the account grants the charge, call {@link #keep} for every aggregate. A refused contribution changes nothing.
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
     * Creates the cost of contributions to one query.
     *
     * @param growths the growth of a unit's sensitivity, for each aggregate
     * @param lengths the units in which lengths are counted, for each aggregate
     * @param prices the number of parts of the account that one part of growth costs, for each aggregate
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
     * The number of words of state that a unit takes for one key, from the start of a series to its end. Under Laplace noise no state is
     * needed, because sizes add up. Under Gaussian noise each aggregate takes one word, or 1 + 2 k words if the steps and sizes of up to k
     * contributions are kept.
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
     * The length of the vector by which a contribution moves a block, in units of {@link PricedSeries#units}. The length takes the place of
     * the absolute value of a contribution to a single number. Objects are allocated only under Gaussian noise, and only if the square of
     * the length has more than 62 bits.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param sizeHigh the bits from 2<sup>64</sup> up of the vector's size in the norm of the noise, to which each number adds its size
     *     divided by its factor; at least 0
     * @param sizeLow the lowest 64 bits of the vector's size
     */
    public long length(int aggregate, long sizeHigh, long sizeLow) {
        return lengths.get(aggregate).of(sizeHigh, sizeLow);
    }

    /**
     * Adds the cost of the contribution to one aggregate.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param step the step that the contribution falls into, counted from 1 at the start of the series
     * @param size the absolute value of the contribution in grid steps, from 0 to the full size; for a block its {@link
     *     #length}
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
