package dev.weir.operators.aggregate;

import dev.weir.operators.identity.TaggedFields;
import java.math.BigDecimal;

/**
 * Counts records.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, above 0
 */
public record Count(String name, BigDecimal weight) implements Aggregate {

    private static final int COUNT = 1;

    public Count {
        Sum.requireWeight(weight);
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields().put(1, COUNT).put(2, name).put(3, weight);
    }

    @Override
    public BigDecimal grid() {
        return BigDecimal.ONE;
    }

    @Override
    public long steps(BigDecimal value) {
        return 1;
    }

    @Override
    public long steps(long value) {
        return 1;
    }

    @Override
    public long emitted(long raw) {
        return raw;
    }

    @Override
    public boolean onlyGrows() {
        return true;
    }

    @Override
    public long largestTotal(long records) {
        return records;
    }
}
