package dev.weir.jobs.synth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.accountant.synth.ColumnTree;
import dev.weir.jobs.failure.CommandFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the counts of pairs from a file of published rows, one JSON object in a line, as {@code released.jsonl} of a replay. Rows of other
 * queries are passed over, and so are rows whose key has other attributes than the two columns, such as those of other levels. A refusal
 * names the file, the line, the field and the rule.
 */
final class ReleasedPairs {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final long MOST = 1L << 40;

    private final Path file;
    private final TreeFile tree;
    private final List<EdgeTables> tables = new ArrayList<>();
    private long line;

    private ReleasedPairs(Path file, TreeFile tree) {
        this.file = file;
        this.tree = tree;
        for (ColumnTree.Edge edge : tree.tree().edges()) {
            tables.add(new EdgeTables(
                    column(edge.parent()).values(), column(edge.child()).values()));
        }
    }

    /**
     * Reads a file.
     *
     * @param file the file of rows
     * @param tree the columns, and the queries of their pairs
     * @return the tables of each edge of the tree
     * @throws CommandFailure if the file or a row of the queries is wrong
     * @throws IOException if the file cannot be read
     */
    static List<EdgeTables> read(Path file, TreeFile tree) throws IOException {
        ReleasedPairs rows = new ReleasedPairs(file, tree);
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                rows.line++;
                rows.addRow(text);
            }
        } catch (CharacterCodingException e) {
            throw new CommandFailure(CommandFailure.WRONG, file + ": file: must be UTF-8");
        } catch (NoSuchFileException e) {
            throw new CommandFailure(CommandFailure.WRONG, file + ": file: must exist and be readable");
        }
        return rows.tables;
    }

    private ColumnTree.Column column(int index) {
        return tree.tree().columns().get(index);
    }

    private void addRow(String text) {
        if (text.isBlank()) {
            return;
        }
        JsonNode row;
        try {
            row = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw wrong("row", "one JSON object in a line");
        }
        require(row.isObject() && row.path("query").isTextual(), "query", "the name of a query");
        for (int i = 0; i < tables.size(); i++) {
            if (tree.queries().get(i).query().equals(row.path("query").textValue())) {
                addRow(row, i);
            }
        }
    }

    private void addRow(JsonNode row, int edge) {
        JsonNode key = row.path("key");
        ColumnTree.Column parent = column(tree.tree().edges().get(edge).parent());
        ColumnTree.Column child = column(tree.tree().edges().get(edge).child());
        if (!row.path("values").isObject()) {
            return; // withheld: the table of its window is incomplete, and so is no other
        }
        if (!key.isObject() || key.size() != 2 || !key.has(parent.name()) || !key.has(child.name())) {
            return;
        }
        Span window = new Span(instant(row, "start"), instant(row, "end"));
        require(window.start().isBefore(window.end()), "window", "from a start to a later end");
        EdgeTables.Cell cell = cell(row.path("values"), tree.queries().get(edge).count());
        boolean isNew = tables.get(edge).add(window, index(key, parent), index(key, child), cell);
        require(isNew, "values", "the same wherever a key and window come again: give the rows of one run");
    }

    private Instant instant(JsonNode row, String field) {
        try {
            return Instant.parse(row.path("window").path(field).asText());
        } catch (DateTimeException e) {
            throw wrong("window." + field, "a time in ISO 8601, in UTC");
        }
    }

    private int index(JsonNode key, ColumnTree.Column column) {
        int index = column.values().indexOf(key.path(column.name()).asText());
        require(index >= 0, "key." + column.name(), "one of the values of this column in the tree: add it there");
        return index;
    }

    private EdgeTables.Cell cell(JsonNode values, Optional<String> count) {
        require(
                count.isPresent() || values.size() == 1,
                "values",
                "one count, or the tree must name one of them as count");
        JsonNode found =
                count.map(values::path).orElseGet(() -> values.elements().next());
        String name = count.map(known -> "values." + known).orElse("values");
        JsonNode value = found.path("value");
        require(value.isNumber(), name, "a count: its value must be a whole number");
        BigDecimal number = value.decimalValue();
        boolean isWhole = number.abs().compareTo(BigDecimal.valueOf(MOST)) <= 0
                && number.stripTrailingZeros().scale() <= 0;
        require(isWhole, name, "a count: its value must be a whole number of at most 2^40");
        double stddev = found.path("stddev").asDouble(0);
        require(
                Double.isFinite(stddev) && stddev > 0,
                name,
                "a noisy count with a stddev above 0: exact rows are private, and nothing is drawn from them");
        return new EdgeTables.Cell(number.longValueExact(), stddev);
    }

    private void require(boolean holds, String field, String rule) {
        if (!holds) {
            throw wrong(field, rule);
        }
    }

    private CommandFailure wrong(String field, String rule) {
        return new CommandFailure(CommandFailure.WRONG, file + ":" + line + ": " + field + ": must be " + rule);
    }
}
