package dev.weir.jobs.released.row;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.weir.jobs.released.FlatColumn;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes flat rows as lines of CSV (RFC 4180). A column without content is an empty cell; an empty text is a pair of quotes. Lists and
 * numbers by names are texts of JSON.
 */
final class CsvColumns implements FlatEncoder {

    /** Returns a writer of cells. */
    static CsvWriter writer(Writer out) {
        return CsvWriter.builder()
                .quoteStrategy(QuoteStrategies.EMPTY)
                .lineDelimiter(LineDelimiter.LF)
                .build(out);
    }

    @Override
    public byte[] encode(FlatTable table, JsonNode line) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = writer(text)) {
            csv.writeRecord(cells(table, line));
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail to be written", e);
        }
        return withoutEnd(text.toString()).getBytes(StandardCharsets.UTF_8);
    }

    private static String withoutEnd(String line) {
        return line.substring(0, line.length() - 1);
    }

    /** Returns the cells of a row; null for those without content. */
    static List<@Nullable String> cells(FlatTable table, JsonNode line) {
        List<@Nullable String> cells = new ArrayList<>();
        for (FlatColumn column : table.columns()) {
            cells.add(cell(column.type(), column.path().in(line)));
        }
        return cells;
    }

    private static @Nullable String cell(FlatType type, JsonNode content) {
        if (content.isMissingNode() || content.isNull()) {
            return null;
        }
        if (content.isTextual()) {
            return content.textValue();
        }
        return type.kind() == FlatType.Kind.TEXT ? content.toString() : JsonColumns.text(type, content);
    }
}
