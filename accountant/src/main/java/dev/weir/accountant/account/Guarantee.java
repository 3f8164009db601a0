package dev.weir.accountant.account;

import dev.weir.accountant.compose.GaussianCurve;
import dev.weir.accountant.compose.ZcdpConversion;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;

/**
 * The guarantee for everything that an account will ever pay for, however its charges are chosen. It is a property of
 * the policy and does not change with charges.
 *
 * @param limit the most that the charges may add up to
 * @param failures the most that the &delta;s of all charges may add up to
 */
public record Guarantee(Amount limit, Delta failures) {

    /**
     * The &epsilon; that is guaranteed at {@code delta}, rounded up.
     *
     * @param delta &delta;, below 1; above {@link #failures}, or equal to it in {@link Currency#EPSILON}
     * @return in nats
     * @throws InvalidParameter if {@code delta} is too small
     */
    public double epsilon(Delta delta) {
        double amount = Rounding.up(limit.value());
        if (limit.currency() == Currency.EPSILON) {
            require(delta.compareTo(failures) >= 0, delta);
            return amount;
        }
        require(delta.compareTo(failures) > 0, delta);
        double slack = Rounding.down(delta.value().subtract(failures.value()));
        return limit.currency() == Currency.RHO
                ? ZcdpConversion.epsilon(amount, slack)
                : GaussianCurve.epsilon(Rounding.up(StrictMath.sqrt(2 * amount)), slack);
    }

    private void require(boolean enough, Delta delta) {
        Require.that(enough, "delta", "above " + failures.value() + " and below 1", delta.value());
    }
}
