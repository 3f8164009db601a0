package dev.weir.operators.query;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The prices that a plan had before its budget was raised. The price step changes only the noise and the privacy loss
 * that one part of an account represents. The gate lets the same records through at both prices.
 *
 * <p><b>Which cells.</b> A cell has the price before the step if its span (the window, or all of a running total
 * between two resets) begins before the period {@code from}, because the span may then contain records of an older
 * period. The spans of sliding windows and of totals that are never reset do not end, so they always keep the price
 * that they began with. If such a query was added after a price step, the query has no older price, and its cells begin
 * after the price step, too ({@link Plan#begin}).
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit in one period are replaced by empty slots. Let a
 * query have the share s<sub>0</sub> before the step and s<sub>1</sub> &gt; s<sub>0</sub> after it. Its account has L
 * parts at either price, and a record costs the same number of parts at either price; the constructor of {@link Plan}
 * requires this by {@link PricedQuery#chargesAs}. Consider a span whose noise belongs to the share s, and let c be the
 * number of parts that the unit was charged for records of that span. By the guarantee of each price ({@link
 * QueryPrice}, {@link dev.weir.accountant.continual.SeriesPrice}) all releases of that span together cost the unit at
 * most c s / L. The gate grants a unit parts that add up to at most L over all spans, whatever it sends, and the losses
 * of spans add: basic composition with individual accounting.
 * <ul>
 *   <li>A unit of a period before {@code from}: each span that contains a record of the unit begins before the end of
 *       that period. So the span has share s<sub>0</sub>, and the unit loses at most s<sub>0</sub>. A span without an
 *       end that began after the step contains no record of the unit.
 *   <li>A unit of {@code from} or a later period: its spans have share s<sub>0</sub> or s<sub>1</sub>, so it loses at
 *       most s<sub>1</sub>. A record in a span with the old noise costs the unit the old price, c s<sub>0</sub> / L.
 *       The account is charged the same c parts for it, so {@code contributions} counts records as before.
 * </ul> The shares of all queries add up to at most the old budget for periods before the step, and to at most the
 * raised budget for later periods. The ledger's claim states the same budgets for these periods. It does not matter
 * what had been released about a period when the budget was raised, because noise at the old price costs less. But the
 * price of a span must not change once noise of the span has been drawn that is used again, so a series continues at
 * the price that it began with. Therefore a price step begins with a period that nothing has been released about, and
 * the release operator checks a restored state against {@link
 * dev.weir.operators.state.restore.PlanMigration#raisedFrom}: it refuses a state in which a series after the step has
 * begun.
 *
 * @param from the first period of the privacy unit with the larger prices
 * @param before the budget of a unit for all queries together in a period before the step
 * @param queries the queries of the plan, in the plan's order, at the prices before the step
 */
public record PriceStep(long from, Amount before, List<PricedQuery> queries) implements Serializable {

    public PriceStep {
        queries = List.copyOf(queries);
    }

    /** Creates the step by pricing a plan's queries for the earlier budget. */
    static PriceStep of(ShareStep step, List<PricedQuery> today) {
        List<Query> asked = today.stream().map(PricedQuery::query).toList();
        return new PriceStep(step.from(), step.before(), GrantedShares.priced(step.before(), asked));
    }

    private static List<Amount> granted(Amount budget, List<PricedQuery> queries) {
        return GrantedShares.of(budget, queries.stream().map(PricedQuery::query).toList());
    }

    /**
     * The account, for one query, of a unit of a period before the step. A query that was added after the step has no
     * releases about the unit. The account then divides the share that the query would have had before the step,
     * because spending on other queries may be booked into this account. The shares of all accounts together are at
     * most {@link #before}.
     *
     * @param query the number of the query in the plan
     */
    UnitAccount account(int query) {
        UnitAccount account = queries.get(query).account();
        return isNewBehind(query) ? new UnitAccount(granted(before, queries).get(query), account.limit()) : account;
    }

    /** Whether this step has the later price of a query, because all cells of the query begin after this step. */
    boolean isNewBehind(int query) {
        return !queries.get(query)
                .price()
                .share()
                .equals(granted(before, queries).get(query));
    }

    /** This step with another price of one query. */
    PriceStep with(int query, PricedQuery priced) {
        List<PricedQuery> others = new ArrayList<>(queries);
        others.set(query, priced);
        return new PriceStep(from, before, others);
    }

    /** This step in the form in which a claim in the ledger states it. */
    public ShareStep share() {
        return new ShareStep(from, before);
    }

    /**
     * Checks the later prices.
     *
     * @throws IllegalArgumentException unless each query keeps its share or gets a larger one, and every record costs
     *     the same number of parts at both prices
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
