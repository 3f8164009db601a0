package dev.weir.jobs.kafka;

import dev.weir.operators.tally.Tally;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;

/**
 * Where the exact counters go: {@code counters.json} in a private folder.
 *
 * @param folder the folder's path, on the machine that the publishing operator runs on
 * @param format how counters are written down
 */
public record CounterFile(String folder, Format format) implements Serializable {

    /** Replaces the file. */
    void write(Tally totals) throws IOException {
        PrivateFolder.at(Path.of(folder)).write("counters.json", format.bytes(totals));
    }

    /** How counters are written down. */
    @FunctionalInterface
    public interface Format extends Serializable {

        /** The whole content of the file. */
        byte[] bytes(Tally totals);
    }
}
