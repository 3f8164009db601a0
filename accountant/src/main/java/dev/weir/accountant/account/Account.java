package dev.weir.accountant.account;

import java.io.Serializable;

/**
 * A sum of whole parts that must not pass a limit: may this charge be made, and what is left after it.
 *
 * <p>An account is a policy. What one privacy unit or key has spent is {@link #words} words of a {@code long[]}, so
 * that many of them share one array. Each variant has a {@code charge} method, and for all of them:
 * <ul>
 *   <li>words of 0 stand for an account without charges;
 *   <li>a charge is made whole, and {@code charge} returns true, or it changes no word and {@code charge} returns
 *       false;
 *   <li>smaller charges may still be granted after a refusal;
 *   <li>an account does not compute what something costs, it adds and compares; sums are whole numbers, so order and
 *       grouping of charges do not matter;
 *   <li>overflow means exhausted: a charge that is larger than words can hold is refused whatever the limit;
 *   <li>a charge makes no object.
 * </ul>
 * The owner of the array charges it from one thread, and stores the charged state before it draws the noise that the
 * charge pays for.
 *
 * <p>The list is closed on purpose. An account that may stop a stream needs one sum, in one currency that bounds the
 * loss at every order at once. A composed privacy loss distribution is none: stopping where it crosses a budget is not
 * valid in general. Nor is "some R&eacute;nyi order still has room": which order survives is chosen by the outputs, and
 * each may cost a full &delta;. Both may plan and report what configuration has fixed; neither can be charged to an
 * account.
 */
public sealed interface Account extends Serializable permits UnitAccount, KeyAccount, PrivacyFilter {

    /** How many words of state one privacy unit or key takes. */
    int words();

    /**
     * What one privacy unit or key has spent, rounded up; in its latest period, where the account has periods.
     *
     * @param words the accounts
     * @param at where this one starts
     */
    SpentBudget spent(long[] words, int at);
}
