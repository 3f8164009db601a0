package dev.weir.operators.release.draw;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import java.util.List;

/**
 * Draws the numbers that a query releases of a key at a step. One instance serves one thread and all keys: what is kept of the noise of
 * a key from step to step are {@link #words} that the caller holds.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Sensitivity: a unit moves the exact
 * totals of steps only by what its account has paid for in the gate, so all draws of the query together cost the unit at most the query's
 * share of its budget: {@link dev.weir.accountant.mechanism.QueryPrice}, and where noise belongs to a series {@link
 * dev.weir.accountant.continual.SeriesPrice}. The mechanism is that of the query's price: fresh noise for every cell ({@link
 * CellDraws}), or correlated noise on the steps of a series ({@link SeriesDraws}). What is drawn comes from a cryptographic key stream, once for every number of every step.
 */
public abstract sealed class StepDraws permits CellDraws, SeriesDraws {

    private final List<Aggregate> aggregates;
    private final Offsets offsets;

    StepDraws(List<Aggregate> aggregates, Offsets offsets) {
        this.aggregates = aggregates;
        this.offsets = offsets;
    }

    /** Where the numbers of an aggregate start, by its number in its query. */
    public interface Offsets {

        /** Among the totals of a cell. */
        int coordinate(int aggregate);

        /** Among what is measured of a cell. */
        int measuredAt(int aggregate);
    }

    /**
     * The draws of aggregates whose cells have noise of their own.
     *
     * @param aggregates at least one
     * @param price what noise follows from
     */
    public static StepDraws ofCells(List<Aggregate> aggregates, Offsets offsets, QueryPrice price) {
        return new CellDraws(aggregates, offsets, price);
    }

    /**
     * The draws of aggregates whose noise belongs to a series.
     *
     * @param aggregates at least one
     * @param noises the noise of each number that is measured, in their order
     */
    public static StepDraws ofSeries(List<Aggregate> aggregates, Offsets offsets, List<CorrelatedNoise> noises) {
        return new SeriesDraws(aggregates, offsets, noises);
    }

    /** How many words are kept of a key until its series is reset; 0 where no step needs what an earlier one has drawn. */
    public abstract int words();

    /**
     * Takes a step of a key. What it releases may be published once the charge for it is part of the state.
     *
     * @param kept the words of the key, from {@code at} on; zeros before the first step of a series
     * @param added what the step adds to the totals of the key, exactly, from {@code from} on
     * @param released takes what is released from {@code to} on, in grid steps
     */
    public abstract void draw(
            long[] kept, int at, long[] added, int from, long[] released, int to, Randomness randomness);

    /**
     * What is measured of exact totals; where noise belongs to a series, a linear map.
     *
     * @param totals of a cell, from {@code from} on
     * @param measured takes what is measured, from its start on
     */
    public final void measure(long[] totals, int from, long[] measured) {
        for (int i = 0; i < aggregates.size(); i++) {
            aggregates.get(i).measure(totals, from + offsets.coordinate(i), measured, offsets.measuredAt(i));
        }
    }
}
