package dev.weir.jobs.config;

import dev.weir.operators.query.Plan;
import java.io.Serializable;
import java.util.List;

/**
 * A pipeline file that has been read and checked.
 *
 * @param name names the job, its operators and its topics
 * @param source where records come from and how they are written
 * @param clock what tells the time
 * @param plan the queries and what they cost
 * @param fields for each query of the plan, in its order, which fields it reads
 * @param sink where rows go
 * @param limits sizes beyond which a record is refused
 * @param checkpoint how often and where state is kept
 */
public record Pipeline(
        String name,
        Source source,
        Clock clock,
        Plan plan,
        List<QueryFields> fields,
        Sink sink,
        Limits limits,
        Checkpoint checkpoint)
        implements Serializable {

    public Pipeline {
        fields = List.copyOf(fields);
    }
}
