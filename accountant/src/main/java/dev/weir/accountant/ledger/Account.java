package dev.weir.accountant.ledger;

import dev.weir.accountant.privacy.Amount;
import java.io.Serializable;

/**
 * One account as a value: what may be spent, and what has been. {@link Filter} decides; where many accounts share an
 * array, use it directly.
 *
 * <p>Charges add in the currency of the limit; the sum stays a valid bound when later charges depend on earlier
 * releases: see the sources of {@link dev.weir.accountant.privacy.Currency}. A refused charge leaves the account open
 * for smaller ones. Instances are immutable, so a refusal leaves no trace.
 *
 * @param limit what may be spent in all
 * @param spent what has been spent, at most {@code limit}
 */
public record Account(Amount limit, Amount spent) implements Serializable {

    public Account {
        if (spent.compareTo(limit) > 0) {
            throw new IllegalArgumentException("spent must be <= limit, was " + spent + " of " + limit);
        }
    }

    /** An account of which nothing has been spent. */
    public static Account open(Amount limit) {
        return new Account(limit, Amount.zero(limit.currency()));
    }

    /** Decides a charge. Keep {@link Decision.Granted#after()} before drawing the noise that it pays for. */
    public Decision charge(Amount cost) {
        long[] words = {spent.femto()};
        return Filter.of(limit).charge(words, 0, Charge.of(cost))
                ? new Decision.Granted(new Account(limit, new Amount(limit.currency(), words[0])))
                : new Decision.Refused(this);
    }

    /** The answer to a charge. A refusal is an ordinary outcome, not an error. */
    public sealed interface Decision {

        /**
         * The charge was made.
         *
         * @param after the account with the charge in it
         */
        record Granted(Account after) implements Decision {}

        /**
         * The charge would overspend.
         *
         * @param unchanged the account as it was
         */
        record Refused(Account unchanged) implements Decision {}
    }
}
