package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.Aggregate;
import java.math.BigDecimal;
import java.util.Optional;

/** Measures whether a clamp is far wider than the values of a sample, so that noise is drawn for values that never come. */
final class WideClamp {

    private static final long FEWEST = 100;
    private static final BigDecimal FAR = BigDecimal.valueOf(100);

    private final String name;
    private final Aggregate.Ends ends;
    private BigDecimal largest = BigDecimal.ZERO;
    private long values;

    /**
     * @param name the names of the query and of the value, separated by a blank
     * @param ends the clamp
     */
    WideClamp(String name, Aggregate.Ends ends) {
        this.name = name;
        this.ends = ends;
    }

    /** Adds a value. */
    void add(BigDecimal value) {
        largest = largest.max(value.abs());
        values++;
    }

    /** Returns a warning if the clamp reaches a hundred times as far as any of a hundred values or more. */
    Optional<String> warning() {
        BigDecimal reach = ends.low().abs().max(ends.high().abs());
        boolean isWide = values >= FEWEST && largest.signum() > 0 && reach.compareTo(largest.multiply(FAR)) > 0;
        return isWide
                ? Optional.of("the " + ends.field() + " of " + name
                        + " reaches more than 100 times as far as any value of the sample, and the noise is as large: are both in"
                        + " the same unit?")
                : Optional.empty();
    }
}
