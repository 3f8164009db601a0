package dev.weir.accountant.account;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;

/**
 * The sum of an account's charges so far.
 *
 * <p>Where configuration fixed the charges (a windowed job) this is what was spent, exactly. Where charges were chosen
 * by looking at outputs, the sum at a moment chosen by looking at outputs is no guarantee: Rogers, Roth, Ullman and
 * Vadhan (2016). Hence this type has no way to become an (&epsilon;, &delta;). Of an account of a privacy unit it is
 * itself secret and stays in the trusted base.
 *
 * @param amount the sum of the charges
 * @param failures the sum of their &delta;s
 */
public record SpentBudget(Amount amount, Delta failures) {}
