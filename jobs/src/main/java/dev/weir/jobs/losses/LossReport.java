package dev.weir.jobs.losses;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Describes the outcomes of the records of a replay, query by query.
 *
 * <p>The counts are exact figures about people. They may be printed on the console, which is inside the trusted base,
 * and written into private files only. The report names no value, no key and no unit.
 */
public final class LossReport {

    /** A warning is due if at least one record in this many is lost. */
    private static final int TENTH = 10;

    private static final int HALF = 2;

    private final Pipeline pipeline;
    private final RecordCounters counters;
    private final LikelyCause causes;

    /**
     * Creates the report.
     *
     * @param pipeline the pipeline that was replayed
     * @param counters the numbers of records by outcome
     * @param causes finds why records are refused
     */
    public LossReport(Pipeline pipeline, RecordCounters counters, LikelyCause causes) {
        this.pipeline = pipeline;
        this.counters = counters;
        this.causes = causes;
    }

    /**
     * Returns for each query a line with the numbers of records read and counted, and then a line for each kind of
     * loss.
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int query = 0; query < queries(); query++) {
            lines.add(name(query) + ": " + of(query, RecordOutcome.READ) + " records read, "
                    + of(query, RecordOutcome.COUNTED) + " counted");
            addLosses(lines, query);
        }
        return lines;
    }

    private void addLosses(List<String> lines, int query) {
        add(lines, of(query, RecordOutcome.WHERE), "left out by where");
        add(lines, of(query, RecordOutcome.UNDECLARED), "left out because their key is not declared");
        add(lines, of(query, RecordOutcome.CAP), "left out by bounds");
        add(lines, of(query, RecordOutcome.ACCOUNT), "left out because their unit had used up its budget");
        for (Rejection code : Rejection.values()) {
            add(lines, counters.of(query, code), "refused, " + code);
        }
        add(
                lines,
                of(query, RecordOutcome.AMBIGUOUS),
                "of all read have a local time that its zone has twice or not at all");
    }

    private static void add(List<String> lines, long count, String words) {
        if (count > 0) {
            lines.add(String.format("  %9d %s", count, words));
        }
    }

    /**
     * Returns the probable mistakes and unsuitable settings. Each is one line that says what to check, and equal lines
     * of several queries appear once.
     */
    public List<String> warnings() {
        return distinct(query -> Stream.of(refusals(query), mistakes(query), tightTerms(query)));
    }

    /** Returns the probable mistakes without the advice on settings, because {@code check} gives its own advice. */
    public List<String> mistakes() {
        return distinct(query -> Stream.of(refusals(query), mistakes(query)));
    }

    private List<String> distinct(IntFunction<Stream<Stream<String>>> ofQuery) {
        return IntStream.range(0, queries())
                .boxed()
                .flatMap(query -> ofQuery.apply(query).flatMap(lines -> lines))
                .distinct()
                .toList();
    }

    /**
     * Returns a line for each code that refused at least a tenth of the records that the query read. If no single code refused
     * a tenth, but all codes together did, returns a line for the code that refused most.
     */
    private Stream<String> refusals(int query) {
        List<Rejection> frequent = Stream.of(Rejection.values())
                .filter(code -> isPart(counters.of(query, code), query, TENTH))
                .toList();
        if (frequent.isEmpty() && isPart(refused(query), query, TENTH)) {
            frequent = List.of(most(query));
        }
        return frequent.stream().map(code -> refusal(query, code));
    }

    private String refusal(int query, Rejection code) {
        return counters.of(query, code) + " of " + of(query, RecordOutcome.READ) + " records were refused, " + code
                + ": " + causes.of(code);
    }

    private Rejection most(int query) {
        Rejection most = Rejection.MALFORMED;
        for (Rejection code : Rejection.values()) {
            most = counters.of(query, code) > counters.of(query, most) ? code : most;
        }
        return most;
    }

    private Stream<String> mistakes(int query) {
        List<String> lines = new ArrayList<>();
        if (isPart(of(query, RecordOutcome.UNDECLARED), query, HALF)) {
            lines.add(
                    part(query, RecordOutcome.UNDECLARED)
                            + " have a key that is not declared: check the spelling of key.declared, small and capital letters too");
        }
        if (isPart(of(query, RecordOutcome.WHERE), query, 1)) {
            lines.add("query " + name(query) + ": where left out every record");
        }
        return lines.stream();
    }

    private Stream<String> tightTerms(int query) {
        List<String> lines = new ArrayList<>();
        if (!pipeline.terms().kind().equals(Pipeline.AGGREGATE)) {
            return lines.stream(); // an allowance is a promise, and no bound to be fitted to the data
        }
        if (isPart(of(query, RecordOutcome.ACCOUNT), query, TENTH)) {
            lines.add(part(query, RecordOutcome.ACCOUNT)
                    + " were left out because their unit had used up its budget: spend.contributions could be larger");
        }
        if (isPart(of(query, RecordOutcome.CAP), query, TENTH)) {
            lines.add(part(query, RecordOutcome.CAP) + " were left out by bounds: they could be wider");
        }
        return lines.stream();
    }

    private String part(int query, RecordOutcome outcome) {
        return "query " + name(query) + ": " + of(query, outcome) + " of " + of(query, RecordOutcome.READ) + " records";
    }

    /** Whether no record was counted, so that the releases are nothing but noise. */
    public boolean isNothingCounted() {
        return IntStream.range(0, queries()).allMatch(query -> of(query, RecordOutcome.COUNTED) == 0);
    }

    private boolean isPart(long count, int query, int oneIn) {
        return count > 0 && count * oneIn >= of(query, RecordOutcome.READ);
    }

    private long refused(int query) {
        return Stream.of(Rejection.values())
                .mapToLong(code -> counters.of(query, code))
                .sum();
    }

    private long of(int query, RecordOutcome outcome) {
        return counters.of(query, outcome);
    }

    private int queries() {
        return pipeline.plan().queries().size();
    }

    private String name(int query) {
        return pipeline.plan().queries().get(query).query().name();
    }
}
