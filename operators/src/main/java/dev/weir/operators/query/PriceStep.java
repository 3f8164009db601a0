package dev.weir.operators.query;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The prices that a plan had before its budget was raised. The step changes the noise and the worth of a part of an
 * account, and nothing else: the gate lets the same records through at both prices.
 *
 * <p><b>Which cells.</b> A cell has the price before the step if its span (the window, or all of a running total between two resets) begins
 * before the period {@code from}, so that it may hold records of an older period. A span that never ends keeps the price that it
 * began with for ever: windows that slide, and totals that are never reset. If such a query is new behind a step, so that it has no older
 * price, its cells begin behind the step, too: {@link Plan#begin}.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit in one period are replaced by empty slots. Let a
 * query have the share s<sub>0</sub> before the step and s<sub>1</sub> &gt; s<sub>0</sub> after it. Its account has L
 * parts at either price, and a record costs as many parts at either ({@link PricedQuery#chargesAs}, which is required).
 * By the guarantee of each price ({@link QueryPrice}, {@link dev.weir.accountant.continual.SeriesPrice}) all that is
 * released of a span whose noise has share s costs the unit at most c s / L, where c are the parts that it was charged
 * for records of that span. The gate grants a unit parts that add up to at most L over all spans, whatever it sends,
 * and the losses of spans add: basic composition with individual accounting.
 * <ul>
 *   <li>A unit of a period before {@code from}: each span that holds a record of it begins before the end of that period, so it
 *       has share s<sub>0</sub>, and the unit loses at most s<sub>0</sub>. It has nothing in a span without an end that began behind the
 *       step.
 *   <li>A unit of {@code from} or a later period: its spans have share s<sub>0</sub> or s<sub>1</sub>, so it loses at most s<sub>1</sub>. A
 *       record in a span with the old noise costs it the old price, c s<sub>0</sub> / L; the account sets the same c parts aside, so
 *       {@code contributions} counts records as before.
 * </ul>
 * Shares of all queries add up to the budget before the step, and to the raised one after it, which is what the ledger's claim says of
 * these periods. It does not matter what had been released of a period when the budget was raised: more noise costs less. What
 * must not change is the price of a span of which noise has been drawn and is used again, so a series goes on at the price that it
 * began with: a step begins with a period that nothing has been released about, and {@link
 * dev.weir.operators.state.restore.PlanMigration#raisedFrom} is there to refuse a state in which a series behind the step has begun.
 *
 * @param from the first period of the privacy unit with the larger prices
 * @param before the most that a unit could lose to all queries together in a period before the step
 * @param queries the queries of the plan, in its order, at the prices before
 */
public record PriceStep(long from, Amount before, List<PricedQuery> queries) implements Serializable {

    public PriceStep {
        queries = List.copyOf(queries);
    }

    /** The step with the earlier prices of a plan's queries. */
    static PriceStep of(ShareStep step, List<PricedQuery> today) {
        List<Query> asked = today.stream().map(PricedQuery::query).toList();
        return new PriceStep(step.from(), step.before(), GrantedShares.priced(step.before(), asked));
    }

    private static List<Amount> granted(Amount budget, List<PricedQuery> queries) {
        return GrantedShares.of(budget, queries.stream().map(PricedQuery::query).toList());
    }

    /**
     * The account of a unit of a period before the step. A query that is new after the step has no releases about the
     * unit, and its account is worth its share at that time; spending on other queries may be booked there. All
     * accounts together are worth at most {@link #before}.
     *
     * @param query the number of the query in the plan
     */
    UnitAccount account(int query) {
        UnitAccount account = queries.get(query).account();
        return isNewBehind(query) ? new UnitAccount(granted(before, queries).get(query), account.limit()) : account;
    }

    /** Whether a query has the price of a later step here, because none of its cells begins before that step. */
    boolean isNewBehind(int query) {
        return !queries.get(query)
                .price()
                .share()
                .equals(granted(before, queries).get(query));
    }

    /** The step with another price of one query. */
    PriceStep with(int query, PricedQuery priced) {
        List<PricedQuery> others = new ArrayList<>(queries);
        others.set(query, priced);
        return new PriceStep(from, before, others);
    }

    /** The step as a claim states it. */
    public ShareStep share() {
        return new ShareStep(from, before);
    }

    /**
     * Checks the later prices.
     *
     * @throws IllegalArgumentException unless each query has a share as large or larger later, and records cost as many
     * parts of it as before
     */
    void requireGrowing(List<PricedQuery> later) {
        for (int i = 0; i < later.size(); i++) {
            PricedQuery old = queries.get(i);
            PricedQuery next = later.get(i);
            boolean isSmaller = old.price().share().compareTo(next.price().share()) > 0;
            if (isSmaller || !old.chargesAs(next)) {
                throw new IllegalArgumentException(
                        "a step must leave queries as they are but for a larger share, was another query "
                                + next.query().name());
            }
        }
    }
}
