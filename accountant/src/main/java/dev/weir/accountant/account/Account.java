package dev.weir.accountant.account;

import java.io.Serializable;

/**
 * A sum of whole parts that must not pass a limit: may this charge be made, and what is left after it.
 *
 * <p>An account is a policy, shared by many holders. What one holder has spent is {@link #words} words of a
 * {@code long[]}, so that many holders share one array. Each variant has a {@code charge} of what it is charged with, and
 * the same holds of all of them:
 * <ul>
 *   <li>words of 0 are an account of which nothing has been spent;
 *   <li>a charge is made whole, and {@code charge} returns true, or it changes no word and {@code charge} returns false;
 *   <li>a refusal closes nothing: smaller charges may still be granted;
 *   <li>an account never works out what something costs, it only adds and compares; sums are whole, so order and grouping
 *       of charges cannot matter;
 *   <li>overflow means exhausted: a charge that is larger than words can hold is refused whatever the limit;
 *   <li>a charge makes no object.
 * </ul>
 * Whoever holds the array charges it from one thread, and keeps the charged state before drawing the noise that it pays
 * for.
 *
 * <p>The list is closed on purpose. An account that may stop a stream needs one sum, in one currency that bounds the loss
 * at every order at once. A composed privacy loss distribution is none: stopping where it crosses a budget is not valid in
 * general. Nor is "some R&eacute;nyi order still has room": which order survives is chosen by the outputs, and each may
 * cost a full &delta;. Both may plan and report what configuration has fixed; neither can be charged to an account.
 */
public sealed interface Account extends Serializable permits UnitAccount, KeyAccount, PrivacyFilter, PeriodFilter {

    /** How many words of state one holder takes. */
    int words();

    /**
     * What one holder has spent (in its latest period, where the account has periods), rounded up.
     *
     * @param words the accounts; this one starts at {@code at}
     */
    SpentBudget spent(long[] words, int at);
}
