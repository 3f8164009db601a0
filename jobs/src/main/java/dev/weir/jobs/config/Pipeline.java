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
 * @param name the name of the job, its operators and its topics
 * @param source where records come from, and their format
 * @param clock the source of the time
 * @param plan the queries with their prices
 * @param domainBudget the most that one unit may lose to all pipelines of the domain; null if this pipeline's budget is
 * the domain's
 * @param fields the fields that each query reads, in the order of the plan
 * @param sink where rows go
 * @param limits the sizes beyond which a record is rejected
 * @param checkpoint the interval and the place of checkpoints
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
     * @param columns the names of the columns, in order
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
     * @param input the topic of records
     * @param output the topics of rows and rejected records
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

    /** The purpose of reading a pipeline, which determines the required fields. */
    public enum Purpose {
        /** To be explained: like a replay, but with the given clock of whatever kind. */
        EXPLAIN,
        /**
         * To be replayed from a file. It needs neither brokers nor a clock, and takes columns from the file. The clock
         * follows the records' times with no delay and a skew of 31 days, unless the pipeline's own clock follows them
         * too.
         */
        REPLAY,
        /** To be run: no setting that concerns the guarantee or the brokers has a default. */
        RUN
    }
}
