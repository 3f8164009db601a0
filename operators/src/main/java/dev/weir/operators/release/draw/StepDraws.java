package dev.weir.operators.release.draw;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import java.util.List;

/**
 * Draws the numbers that a query releases of a key at a step. One instance serves one thread and all keys: the caller
 * keeps the state of a key's noise from step to step, which has {@link #words} words.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Sensitivity: a unit's
 * account has paid in the gate for every move of the exact totals of steps, so all draws of the query together cost the
 * unit at most the query's share of its budget: {@link dev.weir.accountant.mechanism.QueryPrice}, and where noise
 * belongs to a series {@link dev.weir.accountant.continual.SeriesPrice}. The mechanism is that of the query's price:
 * independent noise for every cell ({@link CellDraws}), or correlated noise on the steps of a series ({@link
 * SeriesDraws}). The noise comes from a cryptographic key stream and is drawn once for every number of every step.
 */
public abstract sealed class StepDraws permits CellDraws, SeriesDraws {

    private final List<Aggregate> aggregates;
    private final Offsets offsets;

    StepDraws(List<Aggregate> aggregates, Offsets offsets) {
        this.aggregates = aggregates;
        this.offsets = offsets;
    }

    /** The offsets of each aggregate's numbers. */
    public interface Offsets {

        /**
         * The offset among the totals of a cell.
         *
         * @param aggregate the aggregate's number in its query
         */
        int coordinate(int aggregate);

        /**
         * The offset among the measured numbers of a cell.
         *
         * @param aggregate the aggregate's number in its query
         */
        int measuredAt(int aggregate);
    }

    /**
     * The draws of aggregates whose cells have independent noise.
     *
     * @param aggregates at least one
     * @param offsets the offsets of each aggregate's numbers
     * @param price the price, from which the noise follows
     */
    public static StepDraws ofCells(List<Aggregate> aggregates, Offsets offsets, QueryPrice price) {
        return new CellDraws(aggregates, offsets, price);
    }

    /**
     * The draws of aggregates whose noise is correlated over a series.
     *
     * @param aggregates at least one
     * @param offsets the offsets of each aggregate's numbers
     * @param noises the noise of each measured number, in their order
     */
    public static StepDraws ofSeries(List<Aggregate> aggregates, Offsets offsets, List<CorrelatedNoise> noises) {
        return new SeriesDraws(aggregates, offsets, noises);
    }

    /** How many words of state a key has until its series is reset; 0 if no step needs the draws of earlier ones. */
    public abstract int words();

    /**
     * Takes a step of a key. The numbers that it releases may be published once their charge is part of the state.
     *
     * @param kept the states of keys; that of this key is zeros before the first step of a series
     * @param at the index of the first word of this key's state
     * @param added the exact increments of the totals of keys
     * @param from the index of this key's first increment
     * @param released takes the released numbers, in grid steps
     * @param to the index of this key's first released number
     * @param randomness the source of the random bits
     */
    public abstract void draw(
            long[] kept, int at, long[] added, int from, long[] released, int to, Randomness randomness);

    /**
     * The measured numbers of exact totals; for correlated noise a linear map.
     *
     * @param totals the totals of cells
     * @param from the index of the cell's first total
     * @param measured takes the measured numbers, from index 0 on
     */
    public final void measure(long[] totals, int from, long[] measured) {
        for (int i = 0; i < aggregates.size(); i++) {
            aggregates.get(i).measure(totals, from + offsets.coordinate(i), measured, offsets.measuredAt(i));
        }
    }
}
