package dev.weir.accountant.journal.audit;

import dev.weir.accountant.account.Charge;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;

/**
 * A part of what counts as spent in a period.
 *
 * @param pipeline whose; empty for a sum of several
 * @param amount the most that one unit loses
 * @param failures the &delta;s that go with it
 */
public record SpentShare(String pipeline, Amount amount, Delta failures) {

    /** A share with a &delta; has no bound under Gaussian differential privacy, nor has one of another currency. */
    boolean isUnbounded(Currency currency) {
        boolean isGaussian = currency == Currency.HALF_MU_SQUARED || amount.currency() == Currency.HALF_MU_SQUARED;
        return (isGaussian && failures.yocto().signum() > 0)
                || !Charge.of(amount).isKnownIn(currency);
    }

    SpentShare larger(SpentShare other) {
        return new SpentShare(
                pipeline,
                amount.compareTo(other.amount) >= 0 ? amount : other.amount,
                failures.compareTo(other.failures) >= 0 ? failures : other.failures);
    }

    SpentShare plus(SpentShare other) {
        return new SpentShare("", amount.plus(other.amount), failures.plus(other.failures));
    }

    @Override
    public String toString() {
        return pipeline + " " + words();
    }

    /** Currency and amount, and the &delta; where there is one. */
    public String words() {
        return amount.words(failures);
    }
}
