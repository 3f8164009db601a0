package dev.weir.operators.api;

import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A sum to which one record could still add anything: next, the range that it is clamped to.
 *
 * @param <T> the record
 */
public final class UnclampedSum<T> {

    private final UnpricedQuery<T> query;
    private final String name;
    private final Field<T, ? extends Number> value;
    private final BigDecimal grid;

    UnclampedSum(UnpricedQuery<T> query, String name, Field<T, ? extends Number> value, BigDecimal grid) {
        this.query = query;
        this.name = name;
        this.value = value;
        this.grid = grid;
    }

    /**
     * Rounds values to whole steps, half up; 1 if nothing is said.
     *
     * @param step the value of one step, above 0
     */
    public UnclampedSum<T> onGrid(BigDecimal step) {
        return new UnclampedSum<>(query, name, value, step);
    }

    /** Clamps the value of each record. The larger bound sets the noise. */
    public UnpricedQuery<T> clamp(long low, long high) {
        return clamp(BigDecimal.valueOf(low), BigDecimal.valueOf(high));
    }

    /** Clamps the value of each record. The larger bound sets the noise. */
    public UnpricedQuery<T> clamp(BigDecimal low, BigDecimal high) {
        return clamped(range(low, high), null);
    }

    /** Clamps what each unit adds to a key in a window, over all its records. */
    public UnpricedQuery<T> clampPerUnit(long low, long high) {
        return clampPerUnit(BigDecimal.valueOf(low), BigDecimal.valueOf(high));
    }

    /** Clamps what each unit adds to a key in a window, over all its records. */
    public UnpricedQuery<T> clampPerUnit(BigDecimal low, BigDecimal high) {
        return clamped(null, range(low, high));
    }

    private Sum.Range range(BigDecimal low, BigDecimal high) {
        return new Sum.Range(Sum.toSteps(low, grid), Sum.toSteps(high, grid));
    }

    private UnpricedQuery<T> clamped(Sum.@Nullable Range clamp, Sum.@Nullable Range unitClamp) {
        Sum sum = new Sum(name, BigDecimal.ONE, grid, clamp, unitClamp);
        return query.with(new Column<>(sum, new SafeField<>(value)));
    }
}
