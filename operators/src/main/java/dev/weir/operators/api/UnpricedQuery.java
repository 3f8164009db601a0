package dev.weir.operators.api;

import dev.weir.operators.aggregate.Count;
import dev.weir.operators.query.Spend;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query that costs nothing yet: next, further values, or what it may spend. Noise follows from that.
 *
 * @param <T> the record
 */
public final class UnpricedQuery<T> {

    private final Frame<T> frame;
    private final List<Column<T>> columns;

    UnpricedQuery(Frame<T> frame, List<Column<T>> columns) {
        this.frame = frame;
        this.columns = List.copyOf(columns);
    }

    UnpricedQuery<T> with(Column<T> column) {
        String name = column.aggregate().name();
        if (columns.stream().anyMatch(other -> other.aggregate().name().equals(name))) {
            throw new IllegalArgumentException("names of values must be distinct, was " + name + " twice");
        }
        List<Column<T>> more = new ArrayList<>(columns);
        more.add(column);
        return new UnpricedQuery<>(frame, more);
    }

    /**
     * Counts records too.
     *
     * @param name the name of the released value
     */
    public UnpricedQuery<T> count(String name) {
        return with(new Column<>(new Count(name, BigDecimal.ONE), null));
    }

    /**
     * Sums a number too: next, the range that it is clamped to.
     *
     * @param name the name of the released value
     */
    public UnclampedSum<T> sum(String name, Field<T, ? extends Number> value) {
        return new UnclampedSum<>(this, name, value, BigDecimal.ONE);
    }

    /**
     * How much of the query's price goes to the value named last: the more, the less noise.
     *
     * @param weight relative to the other values' weights, which are 1 if nothing is said; above 0
     */
    public UnpricedQuery<T> weighing(long weight) {
        List<Column<T>> weighed = new ArrayList<>(columns);
        int last = weighed.size() - 1;
        weighed.set(last, weighed.get(last).weighing(BigDecimal.valueOf(weight)));
        return new UnpricedQuery<>(frame, weighed);
    }

    /**
     * Spends this share of the unit's budget.
     *
     * @param share above 0 and at most 1, as the decimal that it is written as
     * @param contributions how many full-size records, in cells of their own, a unit can afford; at least 1
     */
    public PrivateQuery<T> spending(double share, long contributions) {
        return priced(BigDecimal.valueOf(share), contributions);
    }

    /**
     * Spends an even part of what the other queries' shares leave of the unit's budget.
     *
     * @param contributions how many full-size records, in cells of their own, a unit can afford; at least 1
     */
    public PrivateQuery<T> spending(long contributions) {
        return priced(null, contributions);
    }

    private PrivateQuery<T> priced(@Nullable BigDecimal share, long contributions) {
        return new PrivateQuery<>(frame, columns, new Spend(share, contributions), null);
    }
}
