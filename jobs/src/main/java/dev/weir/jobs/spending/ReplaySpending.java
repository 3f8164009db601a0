package dev.weir.jobs.spending;

import dev.weir.accountant.privacy.Budget;
import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.query.PricedQuery;
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
 * @param periods of the units that the replay can tell something of
 * @param budget what one unit may lose to the replay in one of its periods
 * @param domainBudget what one unit may lose to all pipelines of the domain; null if the pipeline's file declares none
 * @param queries name and version of each query
 * @param out the folder of what is released
 * @param at when the replay was about to begin
 */
public record ReplaySpending(
        String pipeline,
        ReplayPeriods periods,
        Budget budget,
        @Nullable Budget domainBudget,
        List<String> queries,
        Path out,
        Instant at) {

    public ReplaySpending {
        queries = List.copyOf(queries);
    }

    /**
     * What a replay that begins now will spend.
     *
     * @param schedule with an end
     * @param out the folder of what is released
     */
    public static ReplaySpending of(Pipeline pipeline, Schedule schedule, Path out) {
        return new ReplaySpending(
                pipeline.name(),
                ReplayPeriods.of(pipeline.plan(), schedule),
                pipeline.plan().budget(),
                pipeline.domainBudget(),
                pipeline.plan().queries().stream().map(ReplaySpending::query).toList(),
                RealPath.of(out),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    private static String query(PricedQuery priced) {
        return priced.query().name() + "/" + priced.query().version();
    }

    boolean isOf(String other) {
        return pipeline.equals(other);
    }
}
