package dev.weir.jobs.released.row;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.released.FlatColumn;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The flat rows of a replay: a file of CSV for each query, whose first line names the columns. A text that a program for tables might
 * take for a formula has an apostrophe before it.
 */
public final class FlatFiles {

    private final Map<String, FlatTable> tables;

    /**
     * Creates the files of a pipeline.
     *
     * @param pipeline a pipeline that releases aggregates
     */
    public FlatFiles(Pipeline pipeline) {
        this.tables = new LinkedHashMap<>(FlatTables.of(pipeline));
        tables.remove(FlatTables.WITHHELD);
    }

    /** Returns the names of the files. */
    public List<String> names() {
        return tables.keySet().stream().map(FlatFiles::name).toList();
    }

    private static String name(String query) {
        return "released-" + query + ".csv";
    }

    /**
     * Writes the files.
     *
     * @param rows lines in the form of {@code released.jsonl}
     * @param places returns the path of a file by its name; the file is replaced
     * @throws IOException if reading or writing fails
     */
    public void write(Path rows, Function<String, Path> places) throws IOException {
        for (FlatTable table : tables.values()) {
            try (Stream<String> lines = Files.lines(rows);
                    CsvWriter file = CsvColumns.writer(Files.newBufferedWriter(places.apply(name(table.name()))))) {
                file.writeRecord(table.columns().stream().map(FlatColumn::name).toList());
                lines.map(NestedLine::of)
                        .filter(line -> line.path("query").asText().equals(table.name()))
                        .forEach(line -> file.writeRecord(cells(table, line)));
            }
        }
    }

    private static List<@Nullable String> cells(FlatTable table, JsonNode line) {
        List<@Nullable String> cells = CsvColumns.cells(table, line);
        for (int i = 0; i < cells.size(); i++) {
            JsonNode content = table.columns().get(i).path().in(line);
            String cell = cells.get(i);
            if (cell != null && content.isTextual()) {
                cells.set(i, SpreadsheetText.safe(cell));
            }
        }
        return cells;
    }
}
