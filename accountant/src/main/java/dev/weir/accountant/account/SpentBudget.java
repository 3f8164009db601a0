package dev.weir.accountant.account;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;

/**
 * The sum of an account's charges so far.
 *
 * <p>Where configuration fixed the charges (a windowed job), the sum is exactly what was spent. Where charges were
 * chosen by looking at outputs, the sum at a moment that is chosen by looking at outputs is no guarantee: Rogers, Roth,
 * Ullman and Vadhan (2016). Therefore this type cannot be converted into (&epsilon;, &delta;), unlike {@link
 * Guarantee}. The sum of a privacy unit's account is itself secret and stays in the trusted base.
 *
 * @param amount the sum of the charges
 * @param failures the sum of their &delta;s
 */
public record SpentBudget(Amount amount, Delta failures) {}
