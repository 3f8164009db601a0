package dev.weir.accountant.account;

import java.io.Serializable;

/**
 * An account: a sum of whole parts that must not exceed a limit. It decides whether a charge may be made.
 *
 * <p>An account object is a policy. The spending of one privacy unit or key is kept in {@link #words} words of a {@code
 * long[]}, so that many of them share one array. Each variant has a {@code charge} method. For all variants:
 * <ul>
 *   <li>words of 0 stand for an account without charges;
 *   <li>a charge is made whole, and {@code charge} returns true, or it changes no word and {@code charge} returns
 *       false;
 *   <li>smaller charges may still be granted after a refusal;
 *   <li>an account does not compute prices, it only adds and compares; sums are whole numbers, so order and
 *       grouping of charges do not matter;
 *   <li>overflow means exhausted: a charge that is larger than words can hold is refused whatever the limit;
 *   <li>a charge makes no object.
 * </ul>
 * The owner of the array charges it from one thread, and stores the charged state before it draws the noise that the
 * charge pays for.
 *
 * <p>The list of variants is closed on purpose. An account that may stop a stream needs one sum, in one currency that
 * bounds the loss at every order at once. A composed privacy loss distribution does not have this property: stopping
 * where it crosses a budget is not valid in general. Stopping where no R&eacute;nyi order has room left is not valid
 * either: the outputs influence which order is the last one, and each order may cost a full &delta;. Both may be used
 * to plan and report releases that configuration has fixed; neither can be charged to an account.
 */
public sealed interface Account extends Serializable permits UnitAccount, KeyAccount, PrivacyFilter {

    /** How many words of state one privacy unit or key takes. */
    int words();
}
