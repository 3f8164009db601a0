package dev.weir.accountant.account;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;

/**
 * The sum of an account's charges so far.
 *
 * <p>If configuration fixed the charges (a windowed job), the sum is exactly what was spent. If charges were chosen by
 * looking at outputs, the sum at a moment that was also chosen by looking at outputs is no guarantee: Rogers, Roth,
 * Ullman and Vadhan (2016). Hence this type cannot be converted to an (&epsilon;, &delta;). The sum of a privacy unit's
 * account is itself secret and stays in the trusted base.
 *
 * @param amount the sum of the charges
 * @param failures the sum of the charges' &delta;s
 */
public record SpentBudget(Amount amount, Delta failures) {}
