package dev.weir.operators.query;

import dev.weir.accountant.levels.plan.Favour;
import java.io.Serializable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The part of a unit's budget that a query may use.
 *
 * @param share the fraction of the budget, above 0 and at most 1; null if the query gets an equal part of the rest
 * after explicit shares
 * @param contributions the number of full-size records, each in a different cell, that the share affords; at least 1
 * @param perWindow with levels: how many of these records may share a window, at least 1; it plans the noise only. 0 if it is not stated
 * @param favour with levels: for which rows errors are made small
 */
public record Spend(@Nullable BigDecimal share, long contributions, long perWindow, Favour favour)
        implements Serializable {

    /** @throws IllegalArgumentException if share, contributions or records of a window are out of range */
    public Spend {
        if (share != null && (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0)) {
            throw new IllegalArgumentException("share must be above 0 and at most 1, was " + share);
        }
        if (contributions < 1) {
            throw new IllegalArgumentException("contributions must be >= 1, was " + contributions);
        }
        if (perWindow < 0) {
            throw new IllegalArgumentException("per-window must be >= 1, was " + perWindow);
        }
    }

    /**
     * The part of a query without levels.
     *
     * @param share the fraction of the budget, above 0 and at most 1; null for an equal part of the rest
     * @param contributions the number of full-size records, each in a different cell, that the share affords; at least 1
     * @throws IllegalArgumentException if share or contributions are out of range
     */
    public Spend(@Nullable BigDecimal share, long contributions) {
        this(share, contributions, 0, Favour.LEVELS);
    }

    /** Whether terms are stated that only levels have. */
    boolean isForLevels() {
        return perWindow > 0 || favour != Favour.LEVELS;
    }
}
