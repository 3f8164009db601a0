package dev.weir.accountant.journal.meaning;

import dev.weir.accountant.account.AccountPeriods;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.InvalidParameter;
import org.jspecify.annotations.Nullable;

/**
 * The limit of a query's key accounts, and the meaning of its releases.
 *
 * @param query the query's name
 * @param limit the limit of a key's account in each of its periods, in the currency of the query's charges; {@link
 *     Long#MAX_VALUE} times 10<sup>-15</sup> if the query has no key account
 * @param period the number of the periods of a key's account ({@link AccountPeriods#code}), which are those of the zone of the domain's
 *     unit; {@link Long#MAX_VALUE} if it has none
 * @param meaning the meaning of the query's releases; null in claims of earlier builds
 */
public record QueryTerms(
        String query, Amount limit, long period, @Nullable QueryMeaning meaning) {

    /** @throws InvalidParameter if {@code period} is not the number of any periods */
    public QueryTerms {
        AccountPeriods.requireCode(period);
    }

    /**
     * Creates terms without the meaning of the query's releases.
     *
     * @param query the query's name
     * @param limit the limit of a key's account in each of its periods, in the currency of the query's charges; {@link
     *     Long#MAX_VALUE} times 10<sup>-15</sup> if the query has no key account
     * @param period the number of the periods of a key's account; {@link Long#MAX_VALUE} if it has none
     * @throws InvalidParameter if {@code period} is not the number of any periods
     */
    public QueryTerms(String query, Amount limit, long period) {
        this(query, limit, period, null);
    }
}
