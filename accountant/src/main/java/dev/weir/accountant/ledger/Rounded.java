package dev.weir.accountant.ledger;

import java.math.BigDecimal;

/** Decimals as doubles, rounded the safe way. */
final class Rounded {

    private Rounded() {}

    /** The smallest double not below {@code value}. */
    static double up(BigDecimal value) {
        double nearest = value.doubleValue();
        return new BigDecimal(nearest).compareTo(value) < 0 ? Math.nextUp(nearest) : nearest;
    }

    /** The largest double not above {@code value}. */
    static double down(BigDecimal value) {
        return -up(value.negate());
    }
}
