package dev.weir.jobs.explain;

import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Lookup;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.QueryFields;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Schedule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The input of a card, for pipelines and for jobs of the Java API.
 *
 * @param name the name of the job
 * @param plan the queries and their prices
 * @param domainBudget the most that one unit may lose to all pipelines of the domain, and the part of its &delta; that pays for discovered
 *     keys; null if the plan's budget is the domain's
 * @param clock the source of the time; an idle time of 0 means that no partition counts as idle, and a hold of 0 that
 *     no window is held back
 * @param hasTopics whether records come from a topic, and rejected records go to another topic
 * @param lookups the fields that queries read and that are looked up
 * @param fields the fields that each query reads, in the order of the plan; empty for a job of the Java API, which reads by code
 * @param trusted who says what records mean, beside the configuration
 */
record CardInput(
        String name,
        Plan plan,
        @Nullable BudgetSplit domainBudget,
        Clock clock,
        boolean hasTopics,
        List<Lookup> lookups,
        List<QueryFields> fields,
        List<String> trusted) {

    /** The schedule of the releases. It has no end if the configuration states no start or no end. */
    Schedule schedule() {
        return clock.start() == null || clock.until() == null
                ? Schedule.startingAt(0)
                : Schedule.between(clock.start(), clock.until());
    }

    /** The names of the fields that each value is made of, by query and value; none of a value that counts, or is read by code. */
    Map<String, Map<String, List<String>>> reads() {
        Map<String, Map<String, List<String>>> reads = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            Query query = plan.queries().get(i).query();
            reads.put(query.name(), byValue(query.aggregates(), fields.get(i).reads()));
        }
        return reads;
    }

    private static Map<String, List<String>> byValue(List<Aggregate> aggregates, List<List<QueryFields.Read>> reads) {
        Map<String, List<String>> byValue = new LinkedHashMap<>();
        for (int i = 0; i < aggregates.size(); i++) {
            List<String> names =
                    reads.get(i).stream().map(QueryFields.Read::field).toList();
            aggregates.get(i).names().forEach(value -> byValue.put(value, names));
        }
        return byValue;
    }

    static CardInput of(Pipeline pipeline) {
        return new CardInput(
                pipeline.name(),
                pipeline.plan(),
                pipeline.domainBudget(),
                pipeline.clock(),
                true,
                pipeline.lookups(),
                pipeline.fields(),
                pipeline.source().format().trusted());
    }
}
