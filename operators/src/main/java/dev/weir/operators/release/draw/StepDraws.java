package dev.weir.operators.release.draw;

import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.levels.series.LevelSeries;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.learn.PrefixModel;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Draws the numbers that a query releases for a key at a step. One instance serves one thread and all keys. The caller
 * keeps the state of each key's noise from step to step, which has {@link #words} words.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Sensitivity: the gate
 * charges a unit's account for every change that the unit's records make to the exact totals of steps. Charge: all
 * draws of the query together cost the unit at most the query's share of the unit's budget (source: {@link
 * dev.weir.accountant.mechanism.QueryPrice}, and for the noise of a series {@link
 * dev.weir.accountant.continual.SeriesPrice}). Mechanism: the mechanism that the query was priced for, independent
 * noise for every cell ({@link CellDraws}), correlated noise on the steps of a series ({@link SeriesDraws}), or
 * correlated noise on the totals of a model's gradients ({@link GradientDraws}). The noise comes from a cryptographic
 * key stream and is drawn once for every number of every step.
 */
public abstract sealed class StepDraws permits CellDraws, LevelDraws, SeriesDraws, GradientDraws {

    private final List<Aggregate> aggregates;
    private final Offsets offsets;

    StepDraws(List<Aggregate> aggregates, Offsets offsets) {
        this.aggregates = aggregates;
        this.offsets = offsets;
    }

    /** The offsets of each aggregate's numbers. */
    public interface Offsets {

        /**
         * The offset of an aggregate's first total among the totals of a cell.
         *
         * @param aggregate the aggregate's number in its query
         */
        int coordinate(int aggregate);

        /**
         * The offset of an aggregate's first number among the measured numbers of a cell.
         *
         * @param aggregate the aggregate's number in its query
         */
        int measuredAt(int aggregate);
    }

    /**
     * Creates draws for aggregates whose cells have independent noise.
     *
     * @param aggregates the aggregates of the query, at least one
     * @param offsets the offsets of each aggregate's numbers
     * @param price the price, from which the noise follows
     */
    public static StepDraws ofCells(List<Aggregate> aggregates, Offsets offsets, QueryPrice price) {
        return new CellDraws(aggregates, offsets, price::mechanism);
    }

    /**
     * Creates draws for aggregates whose noise is correlated over a series. A model of every step, whose noise is that of
     * its first number, is alone in its query.
     *
     * @param aggregates the aggregates of the query, at least one
     * @param offsets the offsets of each aggregate's numbers
     * @param noises the noise of each measured number, in the order of the numbers
     */
    public static StepDraws ofSeries(List<Aggregate> aggregates, Offsets offsets, List<CorrelatedNoise> noises) {
        return aggregates.get(0) instanceof PrefixModel model
                ? new GradientDraws(model, offsets, noises.get(0))
                : new SeriesDraws(aggregates, offsets, noises);
    }

    /**
     * Creates draws for the nodes of levels. The draws of a node are those {@link #at} its level.
     *
     * @param aggregates the aggregates of the query, at least one
     * @param offsets the offsets of each aggregate's numbers
     * @param price the price of all levels, from which the noise follows
     */
    public static StepDraws ofLevels(List<Aggregate> aggregates, Offsets offsets, LevelPrice price) {
        List<LevelPlan> plans = price.plans();
        StepDraws[] levels = IntStream.range(0, plans.get(0).shape().levels())
                .mapToObj(level -> plans.get(0).isMeasured(level)
                        ? new CellDraws(aggregates, offsets, i -> plans.get(i).noise(level))
                        : null)
                .toArray(StepDraws[]::new);
        return new LevelDraws(aggregates, offsets, levels);
    }

    /**
     * Creates draws for the nodes of levels, each of which has a series of its own.
     *
     * @param aggregates the aggregates of the query; all numbers of each have noise of one scale
     * @param offsets the offsets of each aggregate's numbers
     * @param price the noise of all levels
     */
    public static StepDraws ofLevelSeries(List<Aggregate> aggregates, Offsets offsets, LevelSeries price) {
        IntFunction<List<CorrelatedNoise>> noises = level -> IntStream.range(0, aggregates.size())
                .boxed()
                .flatMap(i -> Collections.nCopies(aggregates.get(i).measured(), price.noise(i, level)).stream())
                .toList();
        StepDraws[] levels = IntStream.range(0, price.shape().levels())
                .mapToObj(level ->
                        price.isMeasured(level) ? new SeriesDraws(aggregates, offsets, noises.apply(level)) : null)
                .toArray(StepDraws[]::new);
        return new LevelDraws(aggregates, offsets, levels);
    }

    /**
     * The draws of the keys of a level. Keys without levels have the same draws.
     *
     * @param level the index of the level, from 0
     */
    public StepDraws at(int level) {
        return this;
    }

    /**
     * The number of words of state that a key has until its series is reset; 0 if no step needs the draws of earlier
     * steps.
     */
    public abstract int words();

    /**
     * Draws the numbers of one step of a key. They may be published only after a checkpoint contains their charge.
     *
     * @param kept the states of all keys; all words of this key are 0 before the first step of a series
     * @param at the index of the first word of this key's state
     * @param added the exact increments of the totals of keys
     * @param from the index of this key's first increment
     * @param released receives the drawn numbers, in grid steps
     * @param to the index of this key's first drawn number
     * @param randomness the source of the random bits
     */
    public abstract void draw(
            long[] kept, int at, long[] added, int from, long[] released, int to, Randomness randomness);

    /**
     * Computes the exact measured numbers of a step that is not drawn yet. They are secret.
     *
     * @param kept the states of all keys, as for {@link #draw}
     * @param at the index of the first word of this key's state
     * @param added the exact increments of the totals of keys
     * @param from the index of this key's first increment
     * @param measured receives the measured numbers, from index 0 on
     */
    public void measure(long[] kept, int at, long[] added, int from, long[] measured) {
        measure(added, from, measured);
    }

    /**
     * Computes the measured numbers from exact totals. For correlated noise this map is linear.
     *
     * @param totals the totals of cells
     * @param from the index of the cell's first total
     * @param measured receives the measured numbers, from index 0 on
     */
    final void measure(long[] totals, int from, long[] measured) {
        for (int i = 0; i < aggregates.size(); i++) {
            aggregates.get(i).measure(totals, from + offsets.coordinate(i), measured, offsets.measuredAt(i));
        }
    }
}
