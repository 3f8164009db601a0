package dev.weir.operators.spool;

import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.counters.NamedCounters;
import dev.weir.operators.counters.PrivateFolder;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.query.Plan;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * A file that states, for every query, how many records had each outcome up to the last completed checkpoint, in lines
 * {@code QUERY/COUNTER NUMBER}. These are exact figures about people, as private as the checkpoints beside the file. On
 * a local disk only the owner may enter the folder; on any other store the store's own rules apply.
 *
 * @param place the file's URI, in a folder of its own
 * @param plan the plan whose queries are counted
 */
record CounterFile(String place, Plan plan) implements CounterSink {

    /** Writes the file anew under another name, then replaces the old file. */
    @Override
    public void write(RecordCounters totals) throws IOException {
        String text = text(totals);
        Path file = new Path(place);
        Path part = new Path(place + "." + UUID.randomUUID());
        FileSystem files = file.getFileSystem();
        closeFolder(file.getParent());
        try (Writer writer =
                new OutputStreamWriter(files.create(part, FileSystem.WriteMode.NO_OVERWRITE), StandardCharsets.UTF_8)) {
            writer.write(text);
        }
        replace(files, part, file);
    }

    private static void replace(FileSystem files, Path by, Path file) throws IOException {
        if (!files.rename(by, file)) {
            files.delete(file, false);
            files.rename(by, file);
        }
    }

    private static void closeFolder(Path folder) throws IOException {
        if ("file".equals(folder.toUri().getScheme())) {
            PrivateFolder.at(java.nio.file.Path.of(folder.toUri()));
        }
    }

    private String text(RecordCounters totals) {
        NamedCounters named = new NamedCounters(plan);
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
