package dev.weir.operators.release;

import dev.weir.accountant.ledger.Account;
import dev.weir.accountant.ledger.Account.Decision.Granted;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.query.KeyAccountTerms;
import org.jspecify.annotations.Nullable;

/**
 * What has been published about one key in one period: a function of the schedule alone, hence public.
 *
 * @param since the start of the period that holds the last window's end, epoch milliseconds
 * @param femto what has been spent in it, in units of 10<sup>-15</sup>
 */
record KeySpending(long since, long femto) {

    /** Nothing published yet. */
    static final KeySpending NONE = new KeySpending(Long.MIN_VALUE, 0);

    /**
     * The spending with one more release in it, or nothing if the key's account refuses. Only a later period renews the
     * account: a plan whose periods have another length does not.
     */
    @Nullable KeySpending charge(KeyAccountTerms terms, long windowEnd, Amount cost) {
        long start = terms.periodStart(windowEnd);
        Amount spent = new Amount(cost.currency(), start > since ? 0 : femto);
        if (spent.compareTo(terms.limit()) > 0) {
            return null;
        }
        Account.Decision decision = new Account(terms.limit(), spent).charge(cost);
        return decision instanceof Granted granted
                ? new KeySpending(
                        Math.max(start, since), granted.after().spent().femto())
                : null;
    }
}
