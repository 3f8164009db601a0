package dev.weir.operators.aggregate;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An aggregate that is one number for each cell: a block of one coordinate, counted in whole steps of a grid. */
public sealed interface Scalar extends Aggregate permits Count, DistinctUnits, Sum {

    /** The name of the released value. */
    String name();

    /** The value of one grid step. */
    BigDecimal grid();

    /** By how much a unit may move a cell, in grid steps; {@link Sum.Range#ALL} if a unit's totals are not clamped. */
    Sum.Range unitRange();

    /** Whether a unit's total is clamped. */
    default boolean isClampedPerUnit() {
        return !unitRange().equals(Sum.Range.ALL);
    }

    /** Whether every record adds at least 0, and as much whatever records came before it. */
    boolean onlyGrows();

    /**
     * The most by which one unit can move a cell, in grid steps.
     *
     * @param records how many records of the unit the cell takes; {@link Long#MAX_VALUE} if nothing bounds them
     * @return at least 1; {@link Long#MAX_VALUE} if nothing bounds it
     */
    long largestTotal(long records);

    /** The most by which one record can change what its unit moves a cell by, in grid steps; at least {@code largestTotal(1)}. */
    default long largestChange() {
        return largestTotal(1);
    }

    @Override
    default List<String> names() {
        return List.of(name());
    }

    @Override
    default int words() {
        return 1;
    }

    @Override
    default int coordinates() {
        return 1;
    }

    @Override
    default BigInteger fullSize(Norm norm) {
        return norm.size(largestTotal(1));
    }

    @Override
    default BigInteger largestSize(long records, Norm norm) {
        return norm.size(largestTotal(records));
    }

    @Override
    default CellRule rule(Norm norm, CellRule.Place place) {
        Sum.Range range = unitRange();
        return new ScalarRule(place, range.low(), range.high(), norm == Norm.SQUARED_L2 || !onlyGrows());
    }

    @Override
    default List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        return List.of(Estimate.of(name(), inValueUnits(measured[at]), stddevs[at] * grid().doubleValue()));
    }

    @Override
    default List<Accuracy> accuracy(AdditiveNoise noise) {
        double step = grid().doubleValue();
        return List.of(new Accuracy(
                name(),
                inValueUnits(largestTotal(1)),
                noise.scale() * step,
                noise.stddev() * step,
                noise.error(0.95) * step));
    }

    /**
     * Converts grid steps into value units, exactly.
     *
     * @return a decimal with as many decimals as the grid has, none on a grid of whole numbers
     */
    default BigDecimal inValueUnits(long steps) {
        BigDecimal value = BigDecimal.valueOf(steps).multiply(grid());
        return value.setScale(Math.max(0, grid().stripTrailingZeros().scale()));
    }
}
