package dev.weir.jobs.spending;

import dev.weir.accountant.journal.meaning.TimeField;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.time.Schedule;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one replay spends, as one entry of a {@link ReplayLedger}. It is a function of configuration and of the times of
 * slots, hence public. Nothing in it depends on the contents of records.
 *
 * <b>Guarantee.</b> Neighbours: the records of one privacy unit. The gate bounds the loss of a unit to one replay, in
 * one of the unit's periods, by the budget. Another replay draws new noise, so both losses add: by basic composition,
 * in &epsilon; and &delta;, or in &rho;.
 *
 * @param pipeline the name of the pipeline, which stays when the terms of the pipeline are changed
 * @param unitName the field and form of the units' ids, and the former name of that field if the pipeline file states
 *     one
 * @param periods the periods of the units about which the replay may reveal something
 * @param budget what one unit may lose to the replay in one of its periods
 * @param domainBudget what one unit may lose to all pipelines of the domain, and the part of its &delta; that the file keeps for discovered
 *     keys; null if the pipeline's file declares none
 * @param queries the queries that are released
 * @param out the folder of the results
 * @param at when the replay was about to begin
 */
public record ReplaySpending(
        String pipeline,
        UnitName unitName,
        ReplayPeriods periods,
        Budget budget,
        @Nullable BudgetSplit domainBudget,
        List<ReplayQuery> queries,
        Path out,
        Instant at) {

    public ReplaySpending {
        queries = List.copyOf(queries);
    }

    /**
     * Returns what a replay that begins now will spend.
     *
     * @param pipeline the pipeline with the columns of the recording
     * @param schedule the schedule of the replay, which has an end
     * @param out the folder of the results
     */
    public static ReplaySpending of(Pipeline pipeline, Schedule schedule, Path out) {
        return new ReplaySpending(
                pipeline.name(),
                pipeline.plan().unitName().timedBy(TimeField.UNKNOWN, ""),
                ReplayPeriods.of(pipeline.plan(), schedule),
                pipeline.plan().budget(),
                pipeline.domainBudget(),
                pipeline.plan().queries().stream().map(ReplayQuery::of).toList(),
                RealPath.of(out),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    /** The part of the budget's &delta; that pays for keys that nobody declared. */
    Delta keys() {
        return queries.stream().map(ReplayQuery::keys).reduce(Delta.ZERO, Delta::plus);
    }

    /** What the rest of the budget affords for noise. */
    Amount noise() {
        return QueryPrice.afford(new BudgetSplit(budget, keys()).noise());
    }

    boolean isOf(String other) {
        return pipeline.equals(other);
    }

    /** Whether a query of this replay has the same release ids as another query. */
    boolean hasIdsOf(ReplayQuery other) {
        return queries.stream().anyMatch(other::hasSameIds);
    }

    /** Whether the replay has released another meaning under the name and version of a query. */
    boolean contradicts(ReplayQuery other) {
        return queries.stream().anyMatch(other::contradicts);
    }

    /** Whether the replay has released the same meaning under the name and version of a query. */
    boolean confirms(ReplayQuery other) {
        return queries.stream().anyMatch(query -> query.hasSameIds(other) && !query.contradicts(other));
    }

    /** The unit and periods in words, and the field of the ids if the unit has one. */
    String units() {
        return unitName.field().isKnown() ? periods + ", ids from field " + unitName.field() : periods.toString();
    }
}
