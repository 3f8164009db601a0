package dev.weir.accountant.ledger;

import java.io.Serializable;

/**
 * The door every account stands behind: may this charge be made, and what is left after it.
 *
 * <p>A rule is a policy, shared by many accounts. What one account has spent is {@link #words} words of a {@code long[]},
 * zeros when nothing has been, so that many accounts share one array and a charge makes no object. Whoever holds the
 * array charges it from one thread, and keeps the charged state before drawing the noise that it pays for.
 *
 * <p>The list is closed on purpose. A stopping rule needs one sum, in one currency that bounds the loss at every order
 * at once. A composed privacy loss distribution is none: stopping where it crosses a budget is not valid in general. Nor
 * is "some R&eacute;nyi order still has room": which order survives is chosen by the outputs, and each may cost a full
 * &delta;. Both may plan and report what configuration has fixed; neither can be made into a {@link Charge}.
 */
public sealed interface StoppingRule extends Serializable permits Filter, PeriodFilter, RollingFilter {

    /** How many words of state an account takes. */
    int words();

    /**
     * Charges and returns true, or changes nothing and returns false: a refusal closes nothing, smaller charges may still
     * be granted.
     *
     * @param spent the accounts; this one starts at {@code at}
     * @param moment when: a period, a step, or anything where the rule knows no time; any but {@link Long#MIN_VALUE}
     * @param charge one that has a bound in the rule's currency
     */
    boolean charge(long[] spent, int at, long moment, Charge charge);

    /** What is guaranteed, however the charges are chosen, of all that one account pays for (in one period or stretch). */
    Ceiling ceiling();

    /** What has been charged (in the latest period or stretch): see there for when that says anything. */
    PlannedSpend plannedSpend(long[] spent, int at);
}
