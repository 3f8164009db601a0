package dev.weir.operators.query;

import java.io.Serializable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The part of a unit's budget that a query may use.
 *
 * @param share the fraction of the budget, above 0 and at most 1; null if the query gets an equal part of the rest
 * after explicit shares
 * @param contributions the number of full-size records, each in a different cell, that the share affords; at least 1
 */
public record Spend(@Nullable BigDecimal share, long contributions) implements Serializable {

    /** @throws IllegalArgumentException if share or contributions are out of range */
    public Spend {
        if (share != null && (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0)) {
            throw new IllegalArgumentException("share must be above 0 and at most 1, was " + share);
        }
        if (contributions < 1) {
            throw new IllegalArgumentException("contributions must be >= 1, was " + contributions);
        }
    }
}
