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
 * Where the exact counters go: {@code counters.json} in a private folder.
 *
 * @param folder the folder's path, on the machine that the counting operator runs on
 * @param plan whose counters they are
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

    /** The counters as the file holds them: one JSON object on one line, private. */
    public static String text(Plan plan, RecordCounters totals) {
        return CountersJson.write(plan, totals);
    }

    /**
     * What the file holds; nothing but zeros where it has not been written.
     *
     * @throws IOException if it cannot be read
     */
    public RecordCounters read() throws IOException {
        Path file = Path.of(folder).resolve(NAME);
        return Files.exists(file)
                ? CountersJson.read(plan, Files.readString(file))
                : RecordCounters.empty(plan.queries().size());
    }
}
