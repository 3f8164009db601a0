package dev.weir.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A pipeline file that counts records by key, under append time, for tests that run it against a broker. Its keys are
 * {@code en} and {@code de}, and it releases to the topic {@code NAME-released}. A window of one second is released a little
 * more than two seconds after it has begun, and a checkpoint is taken three times a second. The time in a record should be
 * that of a later window, because on a busy machine a reader may take longer than the idle time of a second to reach the
 * record.
 *
 * @param name the pipeline's name
 * @param brokers host:port
 * @param topic the input topic
 */
public record CountingPipeline(String name, String brokers, String topic) {

    /** The columns of a CSV record. */
    static final String COLUMNS = "[time, unit, key]";

    private static final String TEXT = """
            pipeline: %1$s
            domain: {name: wiki}
            source:
              kafka: {brokers: "%2$s", topic: %3$s, start: earliest}
              format: csv
              columns: %4$s
              time: time
              unit: unit
            clock: {by: append-time, delay: 100ms, max-skew: 5m, idle: 1s}
            privacy: {unit: user, budget: {epsilon: 1}}
            queries:
              - name: edits
                key: {field: key, declared: [en, de]}
                window: {tumbling: 1s}
                release: [{count: edits}]
                spend: {contributions: 2}
            sink: {kafka: {topic: %1$s-released, ledger: %1$s-ledger}}
            checkpoint: {every: 300ms, dir: "%5$s"}
            """;

    /** Returns the folder of checkpoints, for a pipeline file in {@code folder}. */
    public Path checkpoints(Path folder) {
        return folder.resolve("checkpoints").resolve(name);
    }

    /** Returns the text of the file, for a file in {@code folder}. */
    public String text(Path folder) {
        return TEXT.formatted(name, brokers, topic, COLUMNS, checkpoints(folder).toUri());
    }

    /** Returns the text of the file with JSON records, and a sum of their field {@code value}. */
    String summingJson(Path folder) {
        return text(folder)
                .replace("csv\n  columns: " + COLUMNS, "json")
                .replace("{count: edits}", "{sum: value, clamp: [0, 10], grid: 1}");
    }

    /** Writes the file {@code NAME.yaml}. */
    Path write(Path folder) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), text(folder));
    }
}
