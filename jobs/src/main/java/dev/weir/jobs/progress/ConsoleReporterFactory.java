package dev.weir.jobs.progress;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** Makes the reporter that tells on standard error how far a job in this process is. Flink finds it by its name. */
public final class ConsoleReporterFactory implements MetricReporterFactory {

    private static final String NAME = "console";
    private static final String PREFIX = "metrics.reporter." + NAME + ".";
    private static final String RECORDS = "records";

    /**
     * The settings of a job whose process says the public metrics from time to time.
     *
     * @param every how often
     */
    public static Map<String, String> heartbeat(Duration every) {
        return settings(every);
    }

    /**
     * The settings of a job whose process says how many records have been read.
     *
     * @param every how often
     * @param records how many there are in all
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
