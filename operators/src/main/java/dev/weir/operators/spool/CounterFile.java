package dev.weir.operators.spool;

import dev.weir.operators.query.Plan;
import dev.weir.operators.tally.NamedTally;
import dev.weir.operators.tally.Tally;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Serializable;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Where each slot ended, for every query: a line {@code QUERY/COUNTER NUMBER} each, as of the last completed checkpoint.
 * Exact figures about people: as private as the checkpoints that they lie beside.
 *
 * @param place the file's URI
 * @param plan whose counters they are
 */
record CounterFile(String place, Plan plan) implements Serializable {

    /** Replaces the file; for a moment there is none, but never half of one. */
    void write(Tally totals) throws IOException {
        Path file = new Path(place);
        Path part = new Path(place + ".part");
        FileSystem files = file.getFileSystem();
        try (Writer writer =
                new OutputStreamWriter(files.create(part, FileSystem.WriteMode.OVERWRITE), StandardCharsets.UTF_8)) {
            writer.write(text(totals));
        }
        files.delete(file, false);
        if (!files.rename(part, file)) {
            throw new IOException("cannot rename " + part);
        }
    }

    private String text(Tally totals) {
        NamedTally named = new NamedTally(plan);
        named.add(totals);
        StringBuilder lines = new StringBuilder();
        for (Map.Entry<String, Long> counter : named.counters().entrySet()) {
            lines.append(counter.getKey())
                    .append(' ')
                    .append(counter.getValue())
                    .append('\n');
        }
        return lines.toString();
    }
}
