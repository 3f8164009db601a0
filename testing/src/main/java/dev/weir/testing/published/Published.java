package dev.weir.testing.published;

import dev.weir.accountant.canonical.ReleaseIdParts;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a run has published, world by world: every copy of every row. Memory holds numbers alone, so that tens of thousands of
 * worlds fit.
 */
public final class Published implements AutoCloseable {

    /** The column that is 1 in worlds that have a released row and 0 in others; it is there only if worlds differ in it. */
    public static final String RELEASED = "released";

    /** What the running jobs of this process publish into; sinks find it by name, because Flink copies their factories. */
    private static final Map<String, Published> OPEN = new ConcurrentHashMap<>();

    private final String name = UUID.randomUUID().toString();
    private final int worlds;
    private final RowReader reader;
    private final Map<RowPlace, RowNumbers> rows = new TreeMap<>();
    private int firstWorld;
    private long secondValues;

    /**
     * Nothing yet.
     *
     * @param worlds how many worlds each scenario has
     * @param reader reads published lines
     */
    public Published(int worlds, RowReader reader) {
        this.worlds = worlds;
        this.reader = reader;
        OPEN.put(name, this);
    }

    /**
     * Sets which worlds the next job is about.
     *
     * @param first the number of its first world
     */
    public synchronized void from(int first) {
        firstWorld = first;
    }

    /** The name by which sinks find this. */
    String name() {
        return name;
    }

    /** What is open under a name. */
    static Published named(String name) {
        Published found = OPEN.get(name);
        if (found == null) {
            throw new IllegalStateException("what rows are published into must be open while the job runs");
        }
        return found;
    }

    /** The sinks of a job in this process that publishes here. */
    public ReleaseSink.Factory sinks() {
        String found = name;
        return () -> new Sink(named(found));
    }

    /**
     * The row of one key in one window, in every world of a scenario.
     *
     * @param scenario the number of the scenario
     * @param query the name of the query
     * @param end the end of the window, epoch milliseconds
     * @param key the key's own name
     */
    public record RowPlace(int scenario, String query, long end, String key) implements Comparable<RowPlace> {
        @Override
        public int compareTo(RowPlace other) {
            int order = Integer.compare(scenario, other.scenario);
            order = order == 0 ? query.compareTo(other.query) : order;
            order = order == 0 ? Long.compare(end, other.end) : order;
            return order == 0 ? key.compareTo(other.key) : order;
        }
    }

    /** The name of a row's window behind a slash, which tells apart windows that end together; empty if the query releases windows of one kind. */
    private static String windowName(PublishedRow row) {
        String name =
                ReleaseIdParts.of(row.releaseId()).map(ReleaseIdParts::window).orElse("");
        return name.isEmpty() ? "" : "/" + name;
    }

    synchronized void take(PublishedRow row) {
        boolean isKeyOfWorld = WorldKey.isWorldOf(row.key());
        WorldKey key = isKeyOfWorld ? WorldKey.of(row.key()) : WorldKey.ofQuery(row.query());
        RowPlace place = isKeyOfWorld
                ? new RowPlace(key.scenario(), row.query(), row.windowEnd(), key.key() + windowName(row))
                : new RowPlace(key.scenario(), key.key(), row.windowEnd(), row.key() + windowName(row));
        RowNumbers known = rows.computeIfAbsent(place, unseen -> new RowNumbers(worlds));
        int fingerprint = fingerprint(row);
        int world = firstWorld + key.world();
        if (known.fingerprint(world) == 0) {
            known.begin(world);
            known.number(row.kind() == Outcome.Kind.WITHHELD ? "withheld" : RELEASED, 1);
            reader.read(row.line(), known::number);
            known.end(fingerprint);
        } else if (known.fingerprint(world) != fingerprint) {
            secondValues++;
        }
    }

    /** A number that tells two lines apart, never 0. */
    private static int fingerprint(PublishedRow row) {
        long fingerprint = row.kind() == Outcome.Kind.WITHHELD ? 2 : 1;
        for (byte b : row.line()) {
            fingerprint = fingerprint * 0x9E3779B97F4A7C15L + b;
            fingerprint ^= fingerprint >>> 29;
        }
        int folded = (int) (fingerprint ^ fingerprint >>> 32);
        return folded == 0 ? 1 : folded;
    }

    /** The rows in their order, each with the columns that are not the same in all worlds, and {@link RelativeColumns}. */
    public synchronized Map<RowPlace, Map<String, double[]>> columns() {
        Map<RowPlace, Map<String, double[]>> columns = new LinkedHashMap<>();
        rows.forEach((place, row) -> columns.put(place, RelativeColumns.added(row.varying())));
        return columns;
    }

    /** How many contexts have a value. */
    public synchronized long contexts() {
        return rows.values().stream().mapToLong(RowNumbers::present).sum();
    }

    /** How many copies differ from an earlier one of the same context: each is a second value. */
    public synchronized long secondValues() {
        return secondValues;
    }

    /** Forgets everything, and takes no more. */
    @Override
    public void close() {
        OPEN.remove(name);
    }

    /** Hands published rows over. */
    private record Sink(Published published) implements ReleaseSink {

        @Override
        public void publish(long number, Collection<PublishedRow> batch) {
            batch.forEach(published::take);
        }

        @Override
        public void close() {}
    }
}
