package dev.weir.benchmarks.sqlp;

import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a job in this process has released: the last total of each key, read from its published rows, and the number of rows. The parts of the job
 * find the object by its name, because a job is serialized before it runs.
 */
public final class SqlpReleased {

    private static final Map<String, SqlpReleased> ALL = new ConcurrentHashMap<>();
    private static final byte[] BEFORE =
            ("\"values\":{\"" + SqlpJob.TOTAL + "\":{\"value\":").getBytes(StandardCharsets.UTF_8);

    private final String name = UUID.randomUUID().toString();
    private final long[] last = new long[SqlpRecords.KEYS];
    private final BitSet announced = new BitSet();
    private long rows;
    private volatile long counted;

    private SqlpReleased() {}

    /** Creates an object without rows for one job. */
    public static SqlpReleased create() {
        SqlpReleased released = new SqlpReleased();
        ALL.put(released.name, released);
        return released;
    }

    private static SqlpReleased named(String name) {
        SqlpReleased known = ALL.get(name);
        if (known == null) {
            throw new IllegalStateException("the rows of a job must be read in the process that has created it");
        }
        return known;
    }

    /** Opens the sink of the job. */
    ReleaseSink.Factory sink() {
        String own = name;
        return () -> new Sink(named(own));
    }

    /** Receives the counters of the job. */
    CounterSink counters() {
        String own = name;
        return totals -> named(own).note(totals);
    }

    private void note(RecordCounters totals) {
        counted = totals.of(0, RecordOutcome.COUNTED);
    }

    private record Sink(SqlpReleased released) implements ReleaseSink {

        @Override
        public void publish(long number, Collection<PublishedRow> rows) {
            rows.forEach(released::take);
        }

        @Override
        public void close() {}
    }

    private synchronized void take(PublishedRow row) {
        int key = Integer.parseInt(row.key(), 1, row.key().length(), 10);
        last[key] = total(row.line());
        announced.set(key);
        rows++;
    }

    /** Reads the total from a line. */
    static long total(byte[] line) {
        int at = after(line);
        int to = at;
        while (line[to] != ',' && line[to] != '}') {
            to++;
        }
        return Long.parseLong(new String(line, at, to - at, StandardCharsets.US_ASCII));
    }

    private static int after(byte[] line) {
        for (int at = 0; at + BEFORE.length < line.length; at++) {
            if (Arrays.equals(line, at, at + BEFORE.length, BEFORE, 0, BEFORE.length)) {
                return at + BEFORE.length;
            }
        }
        throw new IllegalArgumentException("a row must have a total");
    }

    /** How many rows were published. */
    public synchronized long rows() {
        return rows;
    }

    /** How many records the gate has kept, by the job's counters. */
    public long counted() {
        return counted;
    }

    synchronized long last(int key) {
        return last[key];
    }

    synchronized boolean isAnnounced(int key) {
        return announced.get(key);
    }

    /** Forgets the object, so that no job finds it any more. */
    public void forget() {
        ALL.remove(name);
    }
}
