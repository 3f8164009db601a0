package dev.weir.accountant.account;

import java.io.Serializable;

/**
 * An account: a sum of whole parts that must not exceed a limit. It decides whether a charge may be made.
 *
 * <p>An account object is a policy. The spending of one privacy unit or key is kept in {@link #words} words of a {@code
 * long[]}, so that many units or keys share one array. Each variant has a {@code charge} method. For all variants:
 * <ul>
 *   <li>an account without charges has words of 0;
 *   <li>{@code charge} either makes the whole charge and returns true, or changes no word and returns false;
 *   <li>smaller charges may still be granted after a refusal;
 *   <li>an account does not compute prices, it only adds and compares; sums are whole numbers, so order and
 *       grouping of charges do not matter;
 *   <li>a charge that overflows the words is refused, whatever the limit;
 *   <li>a charge allocates no object.
 * </ul>
 * The owner of the array makes all charges from one thread, and stores the charged state before it draws the noise that
 * the charge pays for.
 *
 * <p>The list of variants is closed on purpose. An account that may stop a stream needs one sum, in one currency that
 * bounds the loss at every order at once. A composed privacy loss distribution does not have this property: stopping
 * where it crosses a budget is not valid in general. Stopping where no R&eacute;nyi order has room left is not valid
 * either: the outputs influence which order is the last one, and each order may cost a full &delta;. Both methods may
 * be used to plan and report releases that configuration has fixed. Neither may decide whether a charge is made.
 */
public sealed interface Account extends Serializable permits UnitAccount, KeyAccount, PrivacyFilter {

    /** Returns the number of words of state that one privacy unit or key takes. */
    int words();
}
