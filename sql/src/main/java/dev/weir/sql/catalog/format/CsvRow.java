package dev.weir.sql.catalog.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.weir.accountant.canonical.ReleaseIdParts;
import java.io.IOException;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * A row in CSV. The last cell is the release id.
 *
 * @param cells its cells, at least one
 * @param names the names of the columns of the table
 */
record CsvRow(List<String> cells, List<String> names) implements RowForms.Contents {

    /** Returns the cells of a line, of which the last must be a release id. */
    static List<String> cells(String line) throws IOException {
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(line)) {
            List<CsvRecord> records = reader.stream().toList();
            if (records.size() == 1) {
                List<String> cells = records.get(0).getFields();
                if (ReleaseIdParts.of(cells.get(cells.size() - 1)).isPresent()) {
                    return cells;
                }
            }
        } catch (CsvParseException e) {
            // the cause could quote the message
            throw new IOException("a message of the topic must be a row, in CSV; one is not");
        }
        throw new IOException("a message of the topic must be a row, with a release id; one has none");
    }

    @Override
    public String id() {
        return cells.get(cells.size() - 1);
    }

    @Override
    public JsonNode of(ReleasedLines.Column column) throws IOException {
        if (cells.size() != names.size()) {
            throw new IOException(
                    "a row of the topic must have the columns of the table, in CSV, and one has others: was the"
                            + " catalog made of another pipeline file?");
        }
        String cell = cells.get(names.indexOf(column.name()));
        if (cell.isEmpty()) {
            return MissingNode.getInstance();
        }
        LogicalTypeRoot type = column.type().getTypeRoot();
        return type == LogicalTypeRoot.VARCHAR || type == LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                ? TextNode.valueOf(cell)
                : RowForms.parsed(cell);
    }
}
