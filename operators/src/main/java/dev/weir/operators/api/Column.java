package dev.weir.operators.api;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import java.io.Serializable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One released value of a query.
 *
 * @param value what is summed; absent for a count
 */
record Column<T>(Aggregate aggregate, @Nullable SafeField<T, ? extends Number> value) implements Serializable {

    boolean isCount() {
        return value == null;
    }

    @Nullable Number read(T record) {
        return value == null ? null : value.of(record);
    }

    Column<T> weighing(BigDecimal weight) {
        if (aggregate instanceof Sum sum) {
            return new Column<>(new Sum(sum.name(), weight, sum.grid(), sum.clamp(), sum.unitClamp()), value);
        }
        return new Column<>(new Count(aggregate.name(), weight), value);
    }
}
