package dev.weir.operators.api;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.SumRatio;
import dev.weir.operators.aggregate.moment.Variance;
import java.io.Serializable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what a sum or a mean takes from one record, from one unit in one key and window, or both, and says how finely the sum
 * counts. The bound that is larger in size determines the noise. Choose bounds from what is known beforehand, never from the
 * records.
 */
public final class Clamp implements Serializable {

    private static final long serialVersionUID = 1L;

    private final @Nullable Interval record;
    private final @Nullable Interval unit;
    private final @Nullable Learning learning;
    private final BigDecimal grid;

    private Clamp(@Nullable Interval record, @Nullable Interval unit, BigDecimal grid) {
        this(record, unit, null, grid);
    }

    private Clamp(@Nullable Interval record, @Nullable Interval unit, @Nullable Learning learning, BigDecimal grid) {
        this.record = record;
        this.unit = unit;
        this.learning = learning;
        this.grid = grid;
    }

    /** How a clamp is learnt, in value units. */
    private record Learning(BigDecimal start, BigDecimal share, boolean isSigned) implements Serializable {}

    /** Bounds in value units. */
    private record Interval(BigDecimal low, BigDecimal high) implements Serializable {

        Sum.Range inSteps(BigDecimal grid) {
            return new Sum.Range(Sum.toSteps(low, grid), Sum.toSteps(high, grid));
        }
    }

    /**
     * Clamps the value of each record.
     *
     * @param low in value units, at most {@code high}
     * @param high in value units
     */
    public static Clamp clamp(long low, long high) {
        return clamp(BigDecimal.valueOf(low), BigDecimal.valueOf(high));
    }

    /**
     * Clamps the value of each record.
     *
     * @param low in value units, at most {@code high}
     * @param high in value units
     */
    public static Clamp clamp(BigDecimal low, BigDecimal high) {
        return new Clamp(new Interval(low, high), null, BigDecimal.ONE);
    }

    /**
     * Clamps what each unit adds to a key in a window, over all its records.
     *
     * @param low in value units, at most {@code high}
     * @param high in value units
     */
    public static Clamp clampPerUnit(long low, long high) {
        return clampPerUnit(BigDecimal.valueOf(low), BigDecimal.valueOf(high));
    }

    /**
     * Clamps what each unit adds to a key in a window, over all its records.
     *
     * @param low in value units, at most {@code high}
     * @param high in value units
     */
    public static Clamp clampPerUnit(BigDecimal low, BigDecimal high) {
        return new Clamp(null, new Interval(low, high), BigDecimal.ONE);
    }

    /**
     * Also clamps what each unit adds to a key in a window, over all its records.
     *
     * @param low in value units, at most {@code high}
     * @param high in value units
     */
    public Clamp andPerUnit(long low, long high) {
        return new Clamp(record, new Interval(BigDecimal.valueOf(low), BigDecimal.valueOf(high)), learning, grid);
    }

    /**
     * Learns the bound of records' values from the data of each key and window, with a quarter of the price: a power of two of
     * grid steps. Values below 0 count as 0. For sums and means in tumbling windows.
     *
     * @param start near which the first bound of a key is sought, in value units, above 0
     */
    public static Clamp learnt(BigDecimal start) {
        return new Clamp(null, null, new Learning(start, LearntClamp.USUAL_SHARE, false), BigDecimal.ONE);
    }

    /** Learns a bound, as {@link #learnt(BigDecimal)}, on both sides of 0. */
    public static Clamp learntOnBothSides(BigDecimal start) {
        return new Clamp(null, null, new Learning(start, LearntClamp.USUAL_SHARE, true), BigDecimal.ONE);
    }

    /**
     * Rounds values to whole steps, half up; the step is 1 unless set.
     *
     * @param step the size of one step in value units, above 0
     */
    public Clamp onGrid(BigDecimal step) {
        return new Clamp(record, unit, learning, step);
    }

    /** @throws IllegalArgumentException unless only the value of each record is clamped */
    Block mean(String name) {
        return learning == null
                ? new Mean(name, BigDecimal.ONE, grid, ofRecords())
                : learnt(name, learning, LearntTotal.Kind.MEAN);
    }

    private LearntTotal learnt(String name, Learning how, LearntTotal.Kind kind) {
        if (record != null || unit != null) {
            throw new IllegalArgumentException("clamp must bound nothing but what is learnt, and no unit's total");
        }
        LearntClamp clamp = LearntClamp.from(how.start, how.share, grid, how.isSigned);
        return new LearntTotal(name, BigDecimal.ONE, clamp, kind);
    }

    /** @throws IllegalArgumentException unless only the value of each record is clamped */
    Variance variance(String name) {
        return new Variance(name, BigDecimal.ONE, grid, ofRecords());
    }

    /** @throws IllegalArgumentException unless only the value of each record is clamped, from 0 on */
    SumRatio.Term term() {
        Sum.Range range = ofRecords();
        if (range.low() != 0) {
            throw new IllegalArgumentException("clamp of a ratio must begin at 0, began at " + range.low());
        }
        return new SumRatio.Term(grid, range.high());
    }

    private Sum.Range ofRecords() {
        if (record == null || unit != null) {
            throw new IllegalArgumentException("clamp must bound the value of each record, and no unit's total");
        }
        return record.inSteps(grid);
    }

    Aggregate sum(String name) {
        if (learning != null) {
            return learnt(name, learning, LearntTotal.Kind.SUM);
        }
        return new Sum(
                name,
                BigDecimal.ONE,
                grid,
                record == null ? null : record.inSteps(grid),
                unit == null ? null : unit.inSteps(grid));
    }
}
