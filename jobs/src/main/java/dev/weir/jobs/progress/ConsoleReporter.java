package dev.weir.jobs.progress;

import java.io.PrintStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.Scheduled;

/**
 * Prints the progress of a job in this process. In a replay, whose number of records is known and public, it prints how
 * many records have been read; otherwise it prints the {@link Heartbeat}. It uses Weir's public metrics, which are in
 * the groups called {@code weir}, and Weir's exact counters, which are in the groups called {@code private}. Of Flink's
 * own metrics it uses only the number of records that a replay has read.
 */
final class ConsoleReporter implements MetricReporter, Scheduled {

    /** The name of the groups whose metrics may be shown to anybody. */
    private static final String PUBLIC = "weir";

    /** The name of the groups of exact counters, which may be shown to the person who runs the job. */
    private static final String PRIVATE = "private";

    /** The variable of a metric group whose value is the name of the group's query. */
    private static final String QUERY = "<query>";

    private static final String READ = "numRecordsIn";
    private static final String SOURCE = "Source: ";

    private final long records;
    private final PrintStream err;
    private final Heartbeat heartbeat;
    private final Map<String, Counter> read = new ConcurrentSkipListMap<>();

    /**
     * Creates a reporter.
     *
     * @param records the number of records that the job will read; 0 if it is not known, and then the heartbeat is
     *     printed
     * @param err the stream to print on
     * @param clock the clock of this machine
     */
    ConsoleReporter(long records, PrintStream err, InstantSource clock) {
        this.records = records;
        this.err = err;
        this.heartbeat = new Heartbeat(clock);
    }

    @Override
    public void open(MetricConfig config) {}

    @Override
    public void close() {}

    @Override
    public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
        figures(group).ifPresent(figures -> figures.add(name, metric));
        if (name.equals(READ) && metric instanceof Counter counter && isSource(group)) {
            read.put(group.getAllVariables().getOrDefault("<subtask_index>", ""), counter);
        }
    }

    /** The figures to which the metrics of a group belong; empty if the heartbeat does not use the group. */
    private Optional<Figures> figures(MetricGroup group) {
        List<String> scope = List.of(group.getScopeComponents());
        if (!isOperators(group)) {
            return Optional.empty();
        }
        String query = group.getAllVariables().get(QUERY);
        if (query == null) {
            return ends(scope, PUBLIC)
                    ? Optional.of(heartbeat.ofJob())
                    : ends(scope, PRIVATE) ? Optional.of(heartbeat.exactOfJob()) : Optional.empty();
        }
        if (ends(scope, PUBLIC, "query", query)) {
            return Optional.of(heartbeat.ofQuery(query));
        }
        return ends(scope, PRIVATE, "query", query) ? Optional.of(heartbeat.exactOf(query)) : Optional.empty();
    }

    private static boolean ends(List<String> scope, String... names) {
        int from = scope.size() - names.length;
        return from >= 0 && scope.subList(from, scope.size()).equals(List.of(names));
    }

    /**
     * Whether a group belongs to an operator. A group of the job manager could end with the same name, because a pipeline may
     * be called {@code weir}, but the metrics of the job manager are not public.
     */
    private static boolean isOperators(MetricGroup group) {
        return group.getAllVariables().containsKey("<operator_name>");
    }

    private static boolean isSource(MetricGroup group) {
        return group.getAllVariables().getOrDefault("<operator_name>", "").startsWith(SOURCE);
    }

    @Override
    public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
        figures(group).ifPresent(figures -> figures.remove(name, metric));
    }

    @Override
    public void report() {
        String line = records > 0 ? recordsRead() : heartbeat.line();
        if (!line.isEmpty()) {
            err.println(line);
        }
    }

    private String recordsRead() {
        long sum = read.values().stream().mapToLong(Counter::getCount).sum();
        return sum == 0 ? "" : Math.min(sum, records) + " of " + records + " records read";
    }
}
