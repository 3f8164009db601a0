package dev.weir.jobs.output;

import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.counters.PrivateFolder;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.query.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The sink of the exact counters: the file {@code counters.json} in a private folder.
 *
 * @param folder the path of the folder, on the machine where the counting operator runs
 * @param plan the plan whose queries are counted
 */
public record CounterFile(String folder, Plan plan) implements CounterSink {

    private static final String NAME = "counters.json";

    /**
     * Replaces the file.
     *
     * @param totals the counters of all attempts of the job, up to the last checkpoint
     */
    @Override
    public void write(RecordCounters totals) throws IOException {
        PrivateFolder.at(Path.of(folder))
                .write(NAME, CountersJson.write(plan, totals).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the content of the file, one JSON object on one line. It is private.
     *
     * @param plan the plan whose queries are counted
     * @param totals the counters of all attempts of the job
     */
    public static String text(Plan plan, RecordCounters totals) {
        return CountersJson.write(plan, totals);
    }

    /**
     * Reads the counters in the file. All counters are 0 if the file does not exist.
     *
     * @throws IOException if the file cannot be read
     */
    public RecordCounters read() throws IOException {
        Path file = Path.of(folder).resolve(NAME);
        return Files.exists(file)
                ? CountersJson.read(plan, Files.readString(file))
                : RecordCounters.empty(plan.queries().size());
    }
}
