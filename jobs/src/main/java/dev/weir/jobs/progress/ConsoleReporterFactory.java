package dev.weir.jobs.progress;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * Creates the reporter that prints on standard error the progress of a job in this process. Flink finds this class by
 * its name.
 */
public final class ConsoleReporterFactory implements MetricReporterFactory {

    private static final String NAME = "console";
    private static final String PREFIX = "metrics.reporter." + NAME + ".";
    private static final String RECORDS = "records";

    /**
     * Returns settings of a job whose process prints the heartbeat at regular intervals.
     *
     * @param every the interval
     */
    public static Map<String, String> heartbeat(Duration every) {
        return settings(every);
    }

    /**
     * Returns settings of a job whose process prints at regular intervals how many records have been read.
     *
     * @param every the interval
     * @param records the number of all records, at least 1
     */
    public static Map<String, String> records(Duration every, long records) {
        Map<String, String> settings = settings(every);
        settings.put(PREFIX + RECORDS, Long.toString(records));
        return settings;
    }

    private static Map<String, String> settings(Duration every) {
        Map<String, String> settings = new HashMap<>();
        settings.put(PREFIX + "factory.class", ConsoleReporterFactory.class.getName());
        settings.put(PREFIX + "interval", every.toMillis() + " ms");
        return settings;
    }

    @Override
    public MetricReporter createMetricReporter(Properties properties) {
        return new ConsoleReporter(
                Long.parseLong(properties.getProperty(RECORDS, "0")), System.err, InstantSource.system());
    }
}
