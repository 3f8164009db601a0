package dev.weir.jobs.config;

import dev.weir.accountant.privacy.Budget;
import dev.weir.operators.query.Plan;
import java.io.Serializable;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline file that has been read and checked.
 *
 * @param name names the job, its operators and its topics
 * @param source where records come from and how they are written
 * @param clock what tells the time
 * @param plan the queries and what they cost
 * @param domainBudget what one unit may lose to all pipelines of the domain; null if this pipeline's budget is the domain's
 * @param fields for each query of the plan, in its order, which fields it reads
 * @param sink where rows go
 * @param limits sizes beyond which a record is rejected
 * @param checkpoint how often and where state is kept
 */
public record Pipeline(
        String name,
        Source source,
        Clock clock,
        Plan plan,
        @Nullable Budget domainBudget,
        List<QueryFields> fields,
        Sink sink,
        Limits limits,
        Checkpoint checkpoint)
        implements Serializable {

    public Pipeline {
        fields = List.copyOf(fields);
    }

    /**
     * This pipeline with the columns that a file's first line names.
     *
     * @throws IllegalArgumentException if a column that the pipeline reads is not there, or one is there twice
     */
    public Pipeline withColumns(List<String> columns) {
        Set<String> distinct = new HashSet<>(columns);
        List<String> missing =
                readFields().stream().filter(field -> !distinct.contains(field)).toList();
        if (!missing.isEmpty() || distinct.size() < columns.size()) {
            throw new IllegalArgumentException("columns must be distinct and hold all fields that the pipeline reads, "
                    + (missing.isEmpty() ? "one is there twice" : "missing: " + String.join(", ", missing)));
        }
        Source named = source.with(source.kafka(), columns);
        return new Pipeline(name, named, clock, plan, domainBudget, fields, sink, limits, checkpoint);
    }

    /**
     * This pipeline with another plan for the same queries.
     *
     * @param priced the plan with the prices that earlier periods keep
     */
    public Pipeline with(Plan priced) {
        return new Pipeline(name, source, clock, priced, domainBudget, fields, sink, limits, checkpoint);
    }

    /**
     * This pipeline with other topics.
     *
     * @param input where records come from
     * @param output where rows and rejected records go
     */
    public Pipeline withTopics(Source.Topic input, Sink output) {
        Source moved = source.with(input, source.columns());
        return new Pipeline(name, moved, clock, plan, domainBudget, fields, output, limits, checkpoint);
    }

    /** The fields of a record that the pipeline reads, in a fixed order. */
    public Set<String> readFields() {
        Set<String> names = new LinkedHashSet<>(List.of(source.time(), source.unit()));
        for (QueryFields query : fields) {
            query.names().forEach(names::add);
        }
        names.remove("");
        return names;
    }

    /** What a pipeline is read for: what must be given differs. */
    public enum Purpose {
        /** To be explained: as for a replay, but a clock that is given counts whatever it is. */
        EXPLAIN,
        /**
         * To be replayed from a file: needs neither brokers nor a clock, and takes columns from the file. The clock goes
         * by the records' times with no delay and a skew of 31 days, unless the pipeline's own clock goes by them too.
         */
        REPLAY,
        /** To be run: nothing that touches the guarantee, and nothing about brokers, has a default. */
        RUN
    }
}
