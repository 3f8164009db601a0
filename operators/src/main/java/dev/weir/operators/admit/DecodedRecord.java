package dev.weir.operators.admit;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.keys.KeyFinder;
import dev.weir.operators.keys.KeyValues;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The result of decoding one slot, which a {@link RecordDecoder} fills in. One instance serves all slots of a subtask,
 * one after the other.
 *
 * <p>A decoder sets the event time first, so that the clock moves even if the rest is rejected. Then it sets either a
 * rejection, or the unit and, for each query that takes the record, the record's key and values.
 */
public final class DecodedRecord {

    private static final byte[] NO_UNIT = {};

    private static final int FILTERED = -1;
    private static final int UNDECLARED = -2;

    /**
     * For each query the number of the record's key, or {@link #FILTERED} or {@link #UNDECLARED}. Keys are stored as
     * numbers, because writing a number needs no write barrier.
     */
    private final int[] keys;

    /** The texts of keys that nobody declared. The length of a text takes the place of the key's number. */
    private final KeyTexts texts;

    private final KeyFinder[] finders;
    private final long[][] words;
    private final BlockLayout[] layouts;
    private final Aggregate[][] aggregates;
    private @Nullable Rejection rejection;
    private byte[] unit = NO_UNIT;
    private boolean hasUnit;
    private long time;
    private boolean statesPeriod;
    private boolean ambiguousTime;

    /**
     * Creates a cleared record for the queries of a plan.
     *
     * @param plan the plan
     */
    public DecodedRecord(Plan plan) {
        List<Query> queries = plan.queries().stream().map(PricedQuery::query).toList();
        aggregates = queries.stream()
                .map(query -> query.aggregates().toArray(Aggregate[]::new))
                .toArray(Aggregate[][]::new);
        keys = new int[aggregates.length];
        texts = new KeyTexts(queries);
        finders = queries.stream().map(query -> query.keys().finder()).toArray(KeyFinder[]::new);
        layouts = queries.stream().map(Query::layout).toArray(BlockLayout[]::new);
        words = Arrays.stream(layouts).map(layout -> new long[layout.words()]).toArray(long[][]::new);
        encodeWithoutFields();
        clear();
    }

    /** Encodes the aggregates that read no field, once, because their words are the same for every record. */
    private void encodeWithoutFields() {
        for (int query = 0; query < aggregates.length; query++) {
            for (int i = 0; i < aggregates[query].length; i++) {
                if (aggregates[query][i].fields() == 0) {
                    values(query, i, new BigDecimal[0], 0);
                }
            }
        }
    }

    /** Forgets the last slot. Until {@link #key} is called for a query, the query does not take the record. */
    public void clear() {
        rejection = null;
        hasUnit = false;
        statesPeriod = false;
        ambiguousTime = false;
        time = PartitionClock.NO_TIME;
        Arrays.fill(keys, FILTERED);
    }

    /**
     * Sets the event time.
     *
     * @param eventTime epoch milliseconds, or {@link PartitionClock#NO_TIME}
     */
    public void time(long eventTime) {
        time = eventTime;
    }

    /**
     * Says that the event time is the start of a period that the record states. If the period does not fit the record's slot and
     * the schedule, the record is then rejected as {@link Rejection#PERIOD}.
     */
    public void statesPeriod() {
        statesPeriod = true;
    }

    /** Says that the event time was read from a local time that its zone has twice, or not at all. Such records are counted. */
    public void ambiguousTime() {
        ambiguousTime = true;
    }

    /** Whether the event time was read from a local time that its zone has twice, or not at all. */
    boolean hasAmbiguousTime() {
        return ambiguousTime;
    }

    /** Whether the event time is the start of a period that the record states. */
    boolean hasPeriod() {
        return statesPeriod;
    }

    /**
     * Sets the privacy unit.
     *
     * @param id the unit's id, at least one byte
     */
    public void unit(byte[] id) {
        if (unit != id) {
            unit = id;
        }
        hasUnit = true;
    }

    /**
     * Rejects the record for all queries, unless it has been rejected before.
     *
     * @param code the reason
     */
    public void reject(Rejection code) {
        if (rejection == null) {
            rejection = code;
        }
    }

    /** Rejects the record for all queries, and replaces any code that {@link #reject} has set. */
    void rejectInstead(Rejection code) {
        rejection = code;
    }

    /**
     * Lets a query take the record under the key with the given bytes, if the query has such a key.
     *
     * @param query the query's number in the plan
     * @param bytes the array with the key in UTF-8
     * @param from the index of the key's first byte
     * @param to the index after the key's last byte
     * @return whether the query has the key; if so, the caller must call {@link #values} for each aggregate that reads
     *     fields
     */
    public boolean key(int query, byte[] bytes, int from, int to) {
        return texts.areOf(query)
                ? discovered(query, texts.keep(query, bytes, from, to))
                : found(query, finders[query].find(bytes, from, to));
    }

    /**
     * Lets a query take the record under the key with the given attributes, if the query has such a key.
     *
     * @param query the query's number in the plan
     * @param values the attributes of the key, as many as the query's keys have
     * @return whether the query has the key; if so, the caller must call {@link #values} for each aggregate that reads
     *     fields
     */
    public boolean key(int query, KeyValues values) {
        return texts.areOf(query)
                ? texts.isWhole(query, values) && discovered(query, texts.keep(query, values))
                : found(query, finders[query].find(values));
    }

    /** Takes the text of a key that nobody declared, or rejects the record if its bytes are no such text. */
    private boolean discovered(int query, @Nullable Rejection fault) {
        if (fault != null) {
            reject(fault);
            return false;
        }
        keys[query] = texts.length(query);
        return true;
    }

    private boolean found(int query, int number) {
        keys[query] = number == KeyFinder.ABSENT ? UNDECLARED : number;
        return number != KeyFinder.ABSENT;
    }

    /**
     * Lets a query take the record under the key with the given number.
     *
     * @param query the query's number in the plan
     * @param number the number of the key, at least 0
     */
    public void key(int query, int number) {
        keys[query] = number;
    }

    /**
     * The number of the key under which a query takes the record; empty if it does not.
     *
     * @param query the query's number in the plan
     */
    public OptionalInt takenUnder(int query) {
        return keys[query] >= 0 ? OptionalInt.of(keys[query]) : OptionalInt.empty();
    }

    /**
     * Sets the numbers that an aggregate reads from the record.
     *
     * @param query the query's number in the plan
     * @param aggregate the aggregate's number in the query
     * @param values the array with the numbers, in the field's unit
     * @param from the index of the first number
     */
    public void values(int query, int aggregate, BigDecimal[] values, int from) {
        aggregates[query][aggregate].encode(values, from, words[query], layouts[query].word(aggregate));
    }

    /**
     * Sets the only number that an aggregate reads from the record, if that number is whole.
     *
     * @param query the query's number in the plan
     * @param aggregate the aggregate's number in the query
     * @param value the number, in the field's unit
     */
    public void value(int query, int aggregate, long value) {
        aggregates[query][aggregate].encode(value, words[query], layouts[query].word(aggregate));
    }

    /**
     * Sets the words of a contribution that no aggregate has encoded. A query's records must all be set in this way, or none.
     *
     * @param query the query's number in the plan
     * @param encoded the words, at most 65 534
     */
    public void encoded(int query, long[] encoded) {
        words[query] = encoded;
    }

    /** Why the record is rejected, or null. */
    public @Nullable Rejection rejection() {
        return rejection;
    }

    /** The record's event time, epoch milliseconds, or {@link PartitionClock#NO_TIME}. */
    public long time() {
        return time;
    }

    /** The privacy unit's id; empty if no id was set. */
    public byte[] unit() {
        return hasUnit ? unit : NO_UNIT;
    }

    /** Returns why a query does not take the record, or null if it does. */
    @Nullable RecordOutcome outcome(int query) {
        return switch (keys[query]) {
            case FILTERED -> RecordOutcome.WHERE;
            case UNDECLARED -> RecordOutcome.UNDECLARED;
            default -> null;
        };
    }

    int key(int query) {
        return keys[query];
    }

    /** The words of a contribution: those of the record, and behind them the text of a key that nobody declared. */
    long[] words(int query) {
        return texts.areOf(query) ? texts.behind(words[query], query) : words[query];
    }

    /**
     * What queries take of the record: its rejection, or for each query an outcome or the encoded values, and the event time. Names of
     * units and keys are left out.
     */
    List<Object> content() {
        List<Object> content = new ArrayList<>();
        content.add(Optional.ofNullable(rejection));
        content.add(time);
        for (int query = 0; query < keys.length && rejection == null; query++) {
            RecordOutcome outcome = outcome(query);
            content.add(outcome == null ? Arrays.stream(words[query]).boxed().toList() : outcome);
        }
        return content;
    }
}
