package dev.weir.operators.query;

import dev.weir.accountant.privacy.Amount;
import java.io.Serializable;

/**
 * A limit on the privacy loss of one key. The set of releases that the limit withholds is public, because it depends on
 * the schedule alone.
 *
 * @param limit the most that may be spent on one key in one period, in the currency of the unit's budget
 * @param periodMillis the length of a period in milliseconds, at least 1; periods are aligned to the epoch, in UTC
 */
public record KeyAccountTerms(Amount limit, long periodMillis) implements Serializable {

    /** @throws IllegalArgumentException if the period is below 1 ms */
    public KeyAccountTerms {
        if (periodMillis < 1) {
            throw new IllegalArgumentException("period must be >= 1 ms, was " + periodMillis + " ms");
        }
    }
}
