package dev.weir.jobs.progress;

import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.Scheduled;

/**
 * Tells how far a job in this process is: in a replay, whose number of records is known and public, how many records have been
 * read; else the public metrics, which are those of the groups called {@code weir}. Flink's own metrics hold exact figures about
 * records: of them only the number of records that a replay has read is taken.
 */
final class ConsoleReporter implements MetricReporter, Scheduled {

    /** The group of the metrics that may be shown to anybody. */
    private static final String PUBLIC = "weir";

    private static final String READ = "numRecordsIn";
    private static final String SOURCE = "Source: ";

    private final long records;
    private final PrintStream err;
    private final Map<String, Metric> shown = new ConcurrentSkipListMap<>();
    private final Map<String, Counter> read = new ConcurrentSkipListMap<>();

    /**
     * A reporter.
     *
     * @param records how many records the job will read; 0 if that is not known: then it says the public metrics
     * @param err where to say it
     */
    ConsoleReporter(long records, PrintStream err) {
        this.records = records;
        this.err = err;
    }

    @Override
    public void open(MetricConfig config) {}

    @Override
    public void close() {}

    /** A metric of a later attempt of the job takes the place of that of an earlier one. */
    @Override
    public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
        String[] scope = group.getScopeComponents();
        if (isOperators(group) && scope.length > 0 && scope[scope.length - 1].equals(PUBLIC)) {
            shown.put(name, metric);
        } else if (name.equals(READ) && metric instanceof Counter counter && isSource(group)) {
            read.put(group.getAllVariables().getOrDefault("<subtask_index>", ""), counter);
        }
    }

    /** A pipeline may have the name of the group, and what the job manager says of a job is not public. */
    private static boolean isOperators(MetricGroup group) {
        return group.getAllVariables().containsKey("<operator_name>");
    }

    private static boolean isSource(MetricGroup group) {
        return group.getAllVariables().getOrDefault("<operator_name>", "").startsWith(SOURCE);
    }

    @Override
    public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
        shown.remove(name, metric);
    }

    @Override
    public void report() {
        String line = records > 0 ? recordsRead() : heartbeat();
        if (!line.isEmpty()) {
            err.println(line);
        }
    }

    private String recordsRead() {
        long sum = read.values().stream().mapToLong(Counter::getCount).sum();
        return sum == 0 ? "" : Math.min(sum, records) + " of " + records + " records read";
    }

    /** The public metrics by name; what is not known yet is left out. */
    private String heartbeat() {
        StringBuilder line = new StringBuilder();
        shown.forEach((name, metric) -> value(metric).ifPresent(value -> line.append(line.isEmpty() ? "" : ", ")
                .append(name)
                .append(' ')
                .append(value)));
        return line.toString();
    }

    /** A number; gauges are negative while they have nothing to say. */
    private static Optional<Number> value(Metric metric) {
        if (metric instanceof Counter counter) {
            return Optional.of(counter.getCount());
        }
        return metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number && number.longValue() >= 0
                ? Optional.of(number)
                : Optional.empty();
    }
}
