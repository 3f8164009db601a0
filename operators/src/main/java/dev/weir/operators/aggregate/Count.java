package dev.weir.operators.aggregate;

import java.math.BigDecimal;

/**
 * Counts records.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, above 0
 */
public record Count(String name, BigDecimal weight) implements Aggregate {

    public Count {
        Sum.requireWeight(weight);
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
