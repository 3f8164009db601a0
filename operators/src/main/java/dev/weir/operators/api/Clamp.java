package dev.weir.operators.api;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.grid.GridRule;
import dev.weir.operators.aggregate.moment.ClampedBlock;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.RatioOfSums;
import java.io.Serializable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what one record contributes to a sum or a mean, or what one unit contributes in one key and window, or both.
 * It also sets the grid to which values are rounded. The noise of a sum is determined by the bound with the larger
 * absolute value, and the noise of a mean or variance by the distance of the bounds. Choose bounds from prior
 * knowledge, never from the records.
 */
public final class Clamp implements Serializable {

    private static final long serialVersionUID = 1L;

    private final @Nullable ClampInterval record;
    private final @Nullable ClampInterval unit;
    private final @Nullable Learning learning;
    private final @Nullable BigDecimal grid;

    private Clamp(@Nullable ClampInterval record, @Nullable ClampInterval unit) {
        this(record, unit, null, null);
    }

    private Clamp(
            @Nullable ClampInterval record,
            @Nullable ClampInterval unit,
            @Nullable Learning learning,
            @Nullable BigDecimal grid) {
        this.record = record;
        this.unit = unit;
        this.learning = learning;
        this.grid = grid;
    }

    /** The parameters of a learnt clamp, in the field's unit. */
    private record Learning(BigDecimal start, BigDecimal share, boolean isSigned) implements Serializable {}

    /**
     * Clamps the value of each record.
     *
     * @param low the lower bound, in the field's unit, at most {@code high}
     * @param high the upper bound, in the field's unit
     */
    public static Clamp clamp(long low, long high) {
        return clamp(BigDecimal.valueOf(low), BigDecimal.valueOf(high));
    }

    /**
     * Clamps the value of each record.
     *
     * @param low the lower bound, in the field's unit, at most {@code high}
     * @param high the upper bound, in the field's unit
     */
    public static Clamp clamp(BigDecimal low, BigDecimal high) {
        return new Clamp(new ClampInterval(low, high), null);
    }

    /**
     * Clamps the total of each unit in a key and window, over all its records.
     *
     * @param low the lower bound, in the field's unit, at most {@code high}
     * @param high the upper bound, in the field's unit
     */
    public static Clamp clampPerUnit(long low, long high) {
        return clampPerUnit(BigDecimal.valueOf(low), BigDecimal.valueOf(high));
    }

    /**
     * Clamps the total of each unit in a key and window, over all its records.
     *
     * @param low the lower bound, in the field's unit, at most {@code high}
     * @param high the upper bound, in the field's unit
     */
    public static Clamp clampPerUnit(BigDecimal low, BigDecimal high) {
        return new Clamp(null, new ClampInterval(low, high));
    }

    /**
     * Also clamps the total of each unit in a key and window, over all its records.
     *
     * @param low the lower bound, in the field's unit, at most {@code high}
     * @param high the upper bound, in the field's unit
     */
    public Clamp andPerUnit(long low, long high) {
        return new Clamp(record, new ClampInterval(BigDecimal.valueOf(low), BigDecimal.valueOf(high)), learning, grid);
    }

    /**
     * Learns the upper bound of a record's value from the data of each key and window, for a quarter of the price. The
     * bound is a power of two of grid steps. Negative values count as 0. Only sums and means in tumbling windows may
     * have a learnt clamp.
     *
     * @param start the value near which the first bound of a key is searched, in the field's unit, above 0
     */
    public static Clamp learnt(BigDecimal start) {
        return new Clamp(null, null, new Learning(start, LearntClamp.USUAL_SHARE, false), null);
    }

    /**
     * Learns a bound on both sides of 0, otherwise like {@link #learnt(BigDecimal)}.
     *
     * @param start the value near which the first bound of a key is searched, in the field's unit, above 0
     */
    public static Clamp learntOnBothSides(BigDecimal start) {
        return new Clamp(null, null, new Learning(start, LearntClamp.USUAL_SHARE, true), null);
    }

    /**
     * Rounds values to whole grid steps, half up. The grid step is 1 unless it is set. It must be set if the clamp is
     * fewer than 100 units wide, because values such as 0.22 would be rounded to 0. Bounds must be whole numbers of
     * grid steps.
     *
     * @param step the size of one grid step in the field's unit, above 0; 1 for values that are whole numbers
     */
    public Clamp onGrid(BigDecimal step) {
        return new Clamp(record, unit, learning, step);
    }

    /** @throws IllegalArgumentException unless only the value of each record is clamped */
    Block mean(String name) {
        if (learning != null) {
            return learnt(name, learning, LearntTotal.Kind.MEAN);
        }
        return block(name, Mean::new);
    }

    private LearntTotal learnt(String name, Learning how, LearntTotal.Kind kind) {
        if (record != null || unit != null) {
            throw new IllegalArgumentException("clamp must bound nothing but what is learnt, and no unit's total");
        }
        BigDecimal step = new ClampInterval(BigDecimal.ZERO, how.start).grid(grid);
        return new LearntTotal(name, BigDecimal.ONE, LearntClamp.from(how.start, how.share, step, how.isSigned), kind);
    }

    /**
     * Creates a block of the values that this clamp bounds.
     *
     * @throws IllegalArgumentException unless only the value of each record is clamped
     */
    ClampedBlock block(String name, ClampedBlock.Kind kind) {
        ClampInterval bounds = ofRecords();
        BigDecimal step = bounds.grid(grid);
        return kind.of(name, BigDecimal.ONE, step, bounds.inSteps(step));
    }

    /** @throws IllegalArgumentException unless only the value of each record is clamped, from 0 on */
    RatioOfSums.Term term() {
        ClampInterval bounds = ofRecords();
        BigDecimal step = bounds.grid(grid);
        Sum.Range range = bounds.inSteps(step);
        if (range.low() != 0) {
            throw new IllegalArgumentException("clamp of a ratio must begin at 0, began at " + range.low());
        }
        return new RatioOfSums.Term(step, range.high());
    }

    private ClampInterval ofRecords() {
        if (record == null || unit != null) {
            throw new IllegalArgumentException("clamp must bound the value of each record, and no unit's total");
        }
        return record;
    }

    Aggregate sum(String name) {
        if (learning != null) {
            return learnt(name, learning, LearntTotal.Kind.SUM);
        }
        BigDecimal step = record == null ? GridRule.USUAL : record.grid(grid);
        step = unit == null ? step : unit.grid(grid);
        return new Sum(
                name,
                BigDecimal.ONE,
                step,
                record == null ? null : record.inSteps(step),
                unit == null ? null : unit.inSteps(step));
    }
}
