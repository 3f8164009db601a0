package dev.weir.operators.query;

import dev.weir.accountant.account.AccountPeriods;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.Amount;
import java.io.Serializable;

/**
 * A limit on the privacy loss of one key. The set of releases that the limit withholds is public, because it depends on
 * the schedule alone.
 *
 * @param limit the most that may be spent on one key in one period, in the currency of the unit's budget
 * @param periods the periods: of one length, or days, weeks or months of the zone that the unit's periods are in
 */
public record KeyAccountTerms(Amount limit, AccountPeriods periods) implements Serializable {

    /**
     * Terms with periods of one length, aligned to the epoch, in UTC.
     *
     * @param limit the most that may be spent on one key in one period, in the currency of the unit's budget
     * @param periodMillis the length of a period in milliseconds
     * @throws IllegalArgumentException if the period is below 1 ms
     */
    public KeyAccountTerms(Amount limit, long periodMillis) {
        this(limit, AccountPeriods.ofMillis(periodMillis));
    }

    /** These terms with the periods of another zone, or by other rules of it. */
    KeyAccountTerms in(PinnedZone zone) {
        return new KeyAccountTerms(limit, periods.in(zone));
    }
}
