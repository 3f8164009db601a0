package dev.weir.operators.query;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.operators.encoding.UnitForm;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.Window;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All queries of one private stream, each with the share of one unit's budget that it was granted. The granted shares add up to at most
 * the budget, so by basic composition the budget bounds the loss of a unit to all queries together.
 *
 * <p>Both the pipeline file and the Java API are turned into this record, whose constructor checks all components.
 *
 * @param domain the ledger domain, which names all streams that share one budget: not blank, without a slash
 * @param unit the privacy unit
 * @param budget the most that one unit may lose
 * @param timing the bounds by which a record is too late or too early
 * @param queries the queries: 1 to 1000, with distinct names
 * @param unitName the ids of the units, and the form in which they are compared
 * @param steps the steps by which the prices have grown because the budget was raised, in their order; usually empty
 */
public record Plan(
        String domain,
        PrivacyUnit unit,
        Budget budget,
        TimeBounds timing,
        List<PricedQuery> queries,
        UnitName unitName,
        List<PriceStep> steps)
        implements Serializable {

    /** The largest number of releases of a schedule that has an end: windows times keys, over all queries. */
    static final long MOST_RELEASES = 10_000_000;

    /** @throws IllegalArgumentException if a component is not as described, or the shares exceed the budget */
    public Plan {
        ReleaseId.requireName("domain", domain);
        queries = List.copyOf(queries);
        steps = List.copyOf(steps);
        PlanRules.requireDistinctNames(queries);
        PlanRules.requireFew(queries);
        PlanRules.requireOneContribution(unit, queries);
        PlanRules.requireSameZone(unit, queries);
        PlanRules.requireWithin(noise(budget, PlanRules.keys(queries.stream().map(PricedQuery::query))), queries);
        PlanRules.requireAnnounceable(queries);
        PlanRules.requireGrowing(unit, steps, queries);
    }

    /**
     * Creates a plan whose budget was never raised.
     * @param domain the ledger domain: not blank, without a slash
     * @param unit the privacy unit
     * @param budget the most that one unit may lose
     * @param timing the bounds by which a record is too late or too early
     * @param queries the queries: 1 to 1000, with distinct names
     * @param unitName the ids of the units, and the form in which they are compared
     */
    @SuppressWarnings("ParameterNumber") // the parameters are components of the record
    public Plan(
            String domain,
            PrivacyUnit unit,
            Budget budget,
            TimeBounds timing,
            List<PricedQuery> queries,
            UnitName unitName) {
        this(domain, unit, budget, timing, queries, unitName, List.of());
    }

    /**
     * Creates a plan that does not name the ids of units, and compares them byte by byte.
     * @param domain the ledger domain: not blank, without a slash
     * @param unit the privacy unit
     * @param budget the most that one unit may lose
     * @param timing the bounds by which a record is too late or too early
     * @param queries the queries: 1 to 1000, with distinct names
     */
    public Plan(String domain, PrivacyUnit unit, Budget budget, TimeBounds timing, List<PricedQuery> queries) {
        this(domain, unit, budget, timing, queries, UnitName.NONE);
    }

    /**
     * Grants each query its share of the budget and prices it.
     * @param domain the ledger domain: not blank, without a slash
     * @param unit the privacy unit
     * @param budget the most that one unit may lose
     * @param timing the bounds by which a record is too late or too early
     * @param queries the queries: 1 to 1000, with distinct names
     * @throws IllegalArgumentException if a parameter is not as described, or explicit shares exceed 1 or leave nothing for other queries
     */
    public static Plan of(String domain, PrivacyUnit unit, Budget budget, TimeBounds timing, List<Query> queries) {
        Amount noise = noise(budget, PlanRules.keys(queries.stream()));
        return new Plan(domain, unit, budget, timing, GrantedShares.priced(noise, queries));
    }

    private static Amount noise(Budget budget, Delta keys) {
        return QueryPrice.afford(new BudgetSplit(budget, keys).noise());
    }

    /** The &delta; of the budget that pays for keys that nobody declared, over all queries; 0 if all keys are declared. */
    public Delta keys() {
        return PlanRules.keys(queries.stream().map(PricedQuery::query));
    }

    /** The budget without {@link #keys}. */
    public Budget noiseBudget() {
        return new BudgetSplit(budget, keys()).noise();
    }

    /** What the budget affords for noise: {@link #noiseBudget}, converted to the currency of the noise. */
    public Amount noise() {
        return noise(budget, keys());
    }

    /**
     * A plan for other queries on the same stream and budget, whose prices never grew.
     * @param others the queries, as for the constructor
     * @throws IllegalArgumentException if the queries are not as described, or their shares exceed the budget
     */
    public Plan withQueries(List<PricedQuery> others) {
        return new Plan(domain, unit, budget, timing, others, unitName);
    }

    /**
     * This plan with another name and form of the units' ids.
     * @param other the name and form of the ids
     */
    public Plan withUnitName(UnitName other) {
        return new Plan(domain, unit, budget, timing, queries, other, steps);
    }

    /**
     * This plan with other rules of the zones of its unit, of key accounts and of windows. Shares stay as they are; prices never grew.
     * @param other the unit, by the other rules
     * @param rules the zones of windows by the other rules, by {@link Query#zones}; other windows stay as they are
     * @throws IllegalArgumentException if a total is reset within a step by the other rules
     */
    public Plan by(PrivacyUnit other, Map<String, PinnedZone> rules) {
        List<PricedQuery> moved = queries.stream()
                .map(priced -> PricedQuery.of(
                        priced.query().by(other, rules), priced.price().share()))
                .toList();
        return new Plan(domain, other, budget, timing, moved, unitName);
    }

    /**
     * This plan with the prices that earlier periods keep.
     * @param grown the steps by which a unit's budget has grown, in their order
     * @param endless maps the {@link #prices} of a query whose spans never end to the index of the one price that all its cells have
     * @throws IllegalArgumentException if the unit has no periods, or prices do not meet the conditions of {@link PriceStep}
     */
    public Plan withSteps(List<ShareStep> grown, ToIntFunction<List<PricedQuery>> endless) {
        List<PriceStep> priced = grown.stream()
                .map(step -> PriceStep.of(step, queries))
                .collect(Collectors.toCollection(ArrayList::new));
        Plan stepped = new Plan(domain, unit, budget, timing, queries, unitName, priced);
        for (int query = 0; query < queries.size(); query++) {
            if (isEndless(query)) {
                List<PricedQuery> prices = stepped.prices(query);
                int first = endless.applyAsInt(prices);
                for (int step = 0; step < first; step++) {
                    priced.set(step, priced.get(step).with(query, prices.get(first)));
                }
            }
        }
        return new Plan(domain, unit, budget, timing, queries, unitName, priced);
    }

    /**
     * Whether the spans of a query never end, as for sliding windows and totals that are never reset.
     * @param query the number of the query, from 0
     */
    public boolean isEndless(int query) {
        return queries.get(query).query().window().spanStart(0) == Long.MIN_VALUE;
    }

    /**
     * The time before which a query has no cells, epoch milliseconds; {@link Long#MIN_VALUE} for most queries. A query whose spans never
     * end begins with the last {@link PriceStep} before it was added, because earlier periods have smaller prices.
     * @param query the number of the query, from 0
     */
    public long begin(int query) {
        return steps.stream()
                .filter(step -> step.isNewBehind(query))
                .reduce((one, later) -> later)
                .map(step -> unit.periodStart(step.from()))
                .orElse(Long.MIN_VALUE);
    }

    /**
     * All prices of a query: the price before each step, then the present price.
     * @param query the number of the query, from 0
     */
    public List<PricedQuery> prices(int query) {
        return Stream.concat(steps.stream().map(PriceStep::queries), Stream.of(queries))
                .map(priced -> priced.get(query))
                .toList();
    }

    /**
     * The index in {@link #prices} of a cell's price. It is the price before the first {@link PriceStep} that comes after the start of the
     * cell's span; without such a step it is the present price.
     * @param query the number of the query, from 0
     * @param end the end of the cell, epoch milliseconds
     */
    public int priceAt(int query, long end) {
        long start = queries.get(query).query().window().spanStart(end);
        int price = 0;
        while (price < steps.size()
                && start >= unit.periodStart(steps.get(price).from())) {
            price++;
        }
        return price;
    }

    /**
     * The account of a unit for a query in a period of the unit. The number of parts of the account is the same in all periods.
     * @param query the number of the query, from 0
     * @param period the number of the unit's period
     */
    public UnitAccount account(int query, long period) {
        return steps.stream()
                .filter(step -> period < step.from())
                .findFirst()
                .map(step -> step.account(query))
                .orElseGet(() -> queries.get(query).account());
    }

    /** The form in which the ids of units are compared. */
    public UnitForm unitForm() {
        return unitName.form();
    }

    /** The windows of each query, in the order of the queries. */
    public List<Window> windows() {
        return queries.stream().map(priced -> priced.query().window()).toList();
    }

    /**
     * The id of a release.
     * @param query the number of the query in this plan
     * @param key the text of the key
     * @param window the number of a named window of the query, from 1; 0 if its windows have no names
     * @param windowEnd the end of the window, epoch milliseconds
     */
    public ReleaseId releaseId(int query, String key, int window, long windowEnd) {
        return queries.get(query).query().releaseId(domain, key, window, windowEnd);
    }

    /**
     * Refuses a schedule with an end and too many releases, and a schedule whose open windows take too much memory.
     * @param schedule the schedule
     * @throws IllegalArgumentException if there are more than 10<sup>7</sup> windows times keys, or open windows may take more than 1 GiB
     */
    public void requireReleasable(Schedule schedule) {
        long releases = schedule.isBounded() ? releases(schedule) : 0;
        if (releases > MOST_RELEASES) {
            throw new IllegalArgumentException("windows times keys must be at most " + MOST_RELEASES + ", were "
                    + releases + ": use longer windows or fewer keys");
        }
        OpenWindows.require(queries, timing, schedule);
    }

    /** The number of releases of the schedule: windows times keys over all queries; saturated at {@link Long#MAX_VALUE}. */
    long releases(Schedule schedule) {
        long releases = 0;
        for (PricedQuery priced : queries) {
            long windows = schedule.windows(priced.query().window());
            long keys = priced.query().keys().ticking();
            releases = keys > 0 && windows > (Long.MAX_VALUE - releases) / keys
                    ? Long.MAX_VALUE
                    : releases + windows * keys;
        }
        return releases;
    }
}
