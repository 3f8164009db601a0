package dev.weir.jobs.config;

import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.text.TimeFormat;
import java.io.Serializable;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a pipeline file that has been read and checked.
 *
 * @param name the name of the job, from which its operators and topics are named
 * @param source where records come from, and their format
 * @param clock the source of the time
 * @param plan the queries with their prices
 * @param domainBudget the most that one unit may lose to all pipelines of the domain, and the part of its &delta; that pays for discovered
 *     keys; null if this pipeline's budget is the domain's
 * @param fields the fields that each query reads, in the order of the plan
 * @param sink the topics to which rows go
 * @param limits the sizes beyond which a record is rejected
 * @param checkpoint the interval and the place of checkpoints
 * @param terms the kind of the pipeline, with the part that only this kind has
 */
public record Pipeline(
        String name,
        Source source,
        Clock clock,
        Plan plan,
        @Nullable BudgetSplit domainBudget,
        List<QueryFields> fields,
        Sink sink,
        Limits limits,
        Checkpoint checkpoint,
        KindTerms terms)
        implements Serializable {

    /** The kind of a pipeline whose file names no kind. */
    public static final String AGGREGATE = "aggregate";

    public Pipeline {
        fields = List.copyOf(fields);
    }

    /**
     * Creates a pipeline that releases noisy aggregates.
     *
     * @param name the name of the job, from which its operators and topics are named
     * @param source where records come from, and their format
     * @param clock the source of the time
     * @param plan the queries with their prices
     * @param domainBudget the most that one unit may lose to all pipelines of the domain; null if this pipeline's budget
     *     is the domain's
     * @param fields the fields that each query reads, in the order of the plan
     * @param sink the topics to which rows go
     * @param limits the sizes beyond which a record is rejected
     * @param checkpoint the interval and the place of checkpoints
     */
    @SuppressWarnings("ParameterNumber") // the parameters are components of the record
    public Pipeline(
            String name,
            Source source,
            Clock clock,
            Plan plan,
            @Nullable BudgetSplit domainBudget,
            List<QueryFields> fields,
            Sink sink,
            Limits limits,
            Checkpoint checkpoint) {
        this(name, source, clock, plan, domainBudget, fields, sink, limits, checkpoint, new KindTerms.None(AGGREGATE));
    }

    /**
     * Returns this pipeline with the columns that the first line of a recording names.
     *
     * @param columns the names of the columns, in order
     * @throws IllegalArgumentException if a column that the pipeline reads is missing, or a column occurs twice
     */
    public Pipeline withColumns(List<String> columns) {
        Set<String> distinct = new HashSet<>(columns);
        List<String> missing =
                readFields().stream().filter(field -> !distinct.contains(field)).toList();
        if (!missing.isEmpty() || distinct.size() < columns.size()) {
            throw new IllegalArgumentException("columns must be distinct and hold all fields that the pipeline reads, "
                    + (missing.isEmpty() ? "one is there twice" : "missing: " + String.join(", ", missing)));
        }
        source.lookups().stream()
                .map(Lookup::name)
                .filter(distinct::contains)
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("columns must not have the name of a look-up, one is " + name);
                });
        Source named = source.with(source.kafka(), columns);
        return new Pipeline(name, named, clock, plan, domainBudget, fields, sink, limits, checkpoint, terms);
    }

    /**
     * Returns this pipeline with another plan for the same queries.
     *
     * @param priced the plan, with the prices that earlier periods keep
     */
    public Pipeline with(Plan priced) {
        return new Pipeline(name, source, clock, priced, domainBudget, fields, sink, limits, checkpoint, terms);
    }

    /**
     * Returns this pipeline with other topics.
     *
     * @param input the topic of records
     * @param output the topics of rows and rejected records
     */
    public Pipeline withTopics(Source.Topic input, Sink output) {
        Source moved = source.with(input, source.columns());
        return new Pipeline(name, moved, clock, plan, domainBudget, fields, output, limits, checkpoint, terms);
    }

    /**
     * Returns this pipeline over records that are texts and whose times are written in another format. The plan stays, so that this is for records
     * that are made up, and for no state.
     *
     * @param times how event times are written
     */
    public Pipeline withTimes(TimeFormat times) {
        return new Pipeline(
                name, source.madeUp(times), clock, plan, domainBudget, fields, sink, limits, checkpoint, terms);
    }

    /** Returns the fields of a record that the pipeline reads, in a fixed order. Fields that are looked up are not among them. */
    public Set<String> readFields() {
        Set<String> names = new LinkedHashSet<>(List.of(source.time(), source.unit()));
        for (QueryFields query : fields) {
            query.names().map(source::raw).forEach(names::add);
        }
        names.remove("");
        return names;
    }

    /** Returns the look-ups whose fields some query reads. */
    public List<Lookup> lookups() {
        return source.lookups(fields.stream().flatMap(QueryFields::names));
    }

    /** The purpose for which a pipeline is read. It determines which fields are required. */
    public enum Purpose {
        /**
         * The pipeline is explained. The fields required are those of a replay, but the clock is the one in the file,
         * of whatever kind.
         */
        EXPLAIN,
        /**
         * The pipeline is replayed from a file. It needs neither brokers nor a clock, and takes the columns from the file. The
         * clock follows the records' own times. Unless the clock in the pipeline file does too, the allowed delay is 0 and the
         * skew 31 days.
         */
        REPLAY,
        /** The pipeline is run. No setting that concerns the guarantee or the brokers has a default. */
        RUN
    }
}
