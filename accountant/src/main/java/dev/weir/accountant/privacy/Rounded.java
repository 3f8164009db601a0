package dev.weir.accountant.privacy;

import java.math.BigDecimal;

/** Decimals as doubles, rounded the safe way: what is spent goes up, what may be spent goes down. */
public final class Rounded {

    private Rounded() {}

    /** The smallest double not below {@code value}, possibly infinite. */
    public static double up(BigDecimal value) {
        return 0 - down(value.negate()); // not -0
    }

    /** The largest double not above {@code value}, possibly negative infinity. */
    public static double down(BigDecimal value) {
        double nearest = value.doubleValue();
        if (nearest == Double.NEGATIVE_INFINITY) {
            return nearest;
        }
        boolean isAbove = nearest == Double.POSITIVE_INFINITY || new BigDecimal(nearest).compareTo(value) > 0;
        return isAbove ? Math.nextDown(nearest) : nearest;
    }
}
