package dev.weir.jobs.spending;

import dev.weir.accountant.privacy.Budget;
import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.time.Schedule;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one replay spends: one entry of a {@link ReplayLedger}. It is made of configuration and of the times of slots, hence public,
 * and nothing in it depends on what a record says of a unit.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit. The gate holds what a unit loses to one replay in one of its periods
 * to the budget. Another replay draws anew, so that both losses add: by basic composition, in &epsilon; and &delta;, or in &rho;.
 *
 * @param pipeline names the pipeline, which keeps its name when its terms are changed
 * @param unitName which ids stand for the units, and which name their field is said to have had before
 * @param periods the periods of the units of which the replay can tell something
 * @param budget what one unit may lose to the replay in one of its periods
 * @param domainBudget what one unit may lose to all pipelines of the domain; null if the pipeline's file declares none
 * @param queries what is released
 * @param out the folder of what is released
 * @param at when the replay was about to begin
 */
public record ReplaySpending(
        String pipeline,
        UnitName unitName,
        ReplayPeriods periods,
        Budget budget,
        @Nullable Budget domainBudget,
        List<ReplayQuery> queries,
        Path out,
        Instant at) {

    public ReplaySpending {
        queries = List.copyOf(queries);
    }

    /**
     * What a replay that begins now will spend.
     *
     * @param pipeline the pipeline with the columns of the recording
     * @param schedule the schedule of the replay, which has an end
     * @param out the folder of what is released
     */
    public static ReplaySpending of(Pipeline pipeline, Schedule schedule, Path out) {
        return new ReplaySpending(
                pipeline.name(),
                pipeline.plan().unitName(),
                ReplayPeriods.of(pipeline.plan(), schedule),
                pipeline.plan().budget(),
                pipeline.domainBudget(),
                pipeline.plan().queries().stream().map(ReplayQuery::of).toList(),
                RealPath.of(out),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    boolean isOf(String other) {
        return pipeline.equals(other);
    }

    /** Whether the replay has a query whose releases could have the same ids as those of another query. */
    boolean hasIdsOf(ReplayQuery other) {
        return queries.stream().anyMatch(other::hasSameIds);
    }

    /** Whether the replay has released something else under the name and version of a query. */
    boolean contradicts(ReplayQuery other) {
        return queries.stream().anyMatch(other::contradicts);
    }

    /** Whether the replay has released the same under the name and version of a query. */
    boolean confirms(ReplayQuery other) {
        return queries.stream().anyMatch(query -> query.hasSameIds(other) && !query.contradicts(other));
    }

    /** Whose loss it is, in words: unit, periods, and the field of the ids where the ids have one. */
    String units() {
        return unitName.field().isKnown() ? periods + ", ids from field " + unitName.field() : periods.toString();
    }
}
