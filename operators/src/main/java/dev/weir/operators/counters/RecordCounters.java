package dev.weir.operators.counters;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The number of records with each outcome, for each query. All counters are in one array, so that the counters of
 * several subtasks are easily added. For every query, read = rejected + where + undeclared + cap + account + counted,
 * where rejected is the sum over all rejection codes.
 *
 * <p>The counters are exact figures about people, so they must not leave the trusted base.
 *
 * @param counts {@link #WIDTH} counters for each query, in the order of the plan's queries
 */
public record RecordCounters(long[] counts) {

    private static final int CODES = Rejection.values().length;

    /** How many counters one query has. */
    public static final int WIDTH = CODES + RecordOutcome.values().length;

    /**
     * Creates counters that are all 0.
     *
     * @param queries the number of queries, at least 0
     */
    public static RecordCounters empty(int queries) {
        return new RecordCounters(new long[queries * WIDTH]);
    }

    /** The names of one query's counters, in their order. */
    static List<String> counterNames() {
        return Stream.<Enum<?>>concat(Arrays.stream(Rejection.values()), Arrays.stream(RecordOutcome.values()))
                .map(Enum::name)
                .toList();
    }

    /**
     * Counts one record of {@code query}.
     *
     * @param query the number of the query in the plan
     * @param outcome the outcome of the record
     */
    public void add(int query, RecordOutcome outcome) {
        counts[query * WIDTH + CODES + outcome.index()]++;
    }

    /**
     * Counts one rejected record of {@code query}.
     *
     * @param query the number of the query in the plan
     * @param code the reason of the rejection
     */
    public void add(int query, Rejection code) {
        counts[query * WIDTH + code.index()]++;
    }

    /**
     * Counts records of {@code query} with the same outcome.
     *
     * @param query the number of the query in the plan
     * @param outcome the outcome of the records
     * @param records their number, at least 0
     */
    public void add(int query, RecordOutcome outcome, long records) {
        counts[query * WIDTH + CODES + outcome.index()] += records;
    }

    /**
     * Counts rejected records of {@code query} with the same code.
     *
     * @param query the number of the query in the plan
     * @param code the reason of the rejection
     * @param records their number, at least 0
     */
    public void add(int query, Rejection code, long records) {
        counts[query * WIDTH + code.index()] += records;
    }

    /**
     * Adds the counters of {@code other}.
     *
     * @param other counters of the same plan
     */
    public void add(RecordCounters other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
    }

    /**
     * How many records of {@code query} had an outcome.
     *
     * @param query the number of the query in the plan
     * @param outcome the outcome
     */
    public long of(int query, RecordOutcome outcome) {
        return counts[query * WIDTH + CODES + outcome.index()];
    }

    /**
     * How many records of {@code query} were rejected with {@code code}.
     *
     * @param query the number of the query in the plan
     * @param code the reason of the rejection
     */
    public long of(int query, Rejection code) {
        return counts[query * WIDTH + code.index()];
    }

    /** Whether nothing has been counted. */
    public boolean isEmpty() {
        for (long count : counts) {
            if (count != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns a text without any figure, because exact figures do not belong in logs. */
    @Override
    public String toString() {
        return "RecordCounters";
    }
}
