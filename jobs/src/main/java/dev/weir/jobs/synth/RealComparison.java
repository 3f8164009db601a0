package dev.weir.jobs.synth;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.weir.accountant.synth.ColumnTree;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.output.JsonText;
import dev.weir.operators.counters.PrivateFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares synthetic records with real ones. The result is exact and as secret as the real records: it goes to a private file alone, is
 * covered by no guarantee, and must not be published.
 *
 * @param real a CSV file of real records, whose first line names columns, among them those of the tree
 * @param tree the columns; records with other values than declared ones are left out
 */
public record RealComparison(Path real, ColumnTree tree) {

    /**
     * Reads the real records, compares all pairs of columns and writes the result.
     *
     * @param synthetic the tables of all pairs of columns of the synthetic records
     * @param folder the private folder
     * @param name the name of the file in it
     * @throws CommandFailure if the file of real records lacks a column of the tree, or is not CSV
     * @throws IOException if a file cannot be read or written
     */
    public void write(PairCounts synthetic, PrivateFolder folder, String name) throws IOException {
        PairCounts counts = PairCounts.ofAll(tree);
        long[] read = new long[2];
        try (CsvReader<NamedCsvRecord> records = CsvReader.builder().ofNamedCsvRecord(real, StandardCharsets.UTF_8)) {
            for (NamedCsvRecord each : records) {
                int[] record = indexes(each);
                read[record.length == 0 ? 1 : 0]++;
                if (record.length > 0) {
                    counts.add(record);
                }
            }
        } catch (CsvParseException e) {
            throw wrong(
                    "CSV whose lines all have the columns of the first"); // the exception's message may quote a record
        }
        folder.write(name, (JsonText.of(result(synthetic, counts, read)) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The index of each value of a record; nothing if a value is not declared. */
    private int[] indexes(NamedCsvRecord record) {
        List<ColumnTree.Column> columns = tree.columns();
        int[] indexes = new int[columns.size()];
        for (int i = 0; i < indexes.length; i++) {
            String text = record.findField(columns.get(i).name())
                    .orElseThrow(() -> wrong("CSV whose first line names every column of the tree"));
            indexes[i] = columns.get(i).values().indexOf(text);
            if (indexes[i] < 0) {
                return new int[0];
            }
        }
        return indexes;
    }

    private CommandFailure wrong(String rule) {
        return new CommandFailure(CommandFailure.WRONG, "--compare: must be " + rule + ", was " + real);
    }

    private Map<String, Object> result(PairCounts synthetic, PairCounts counts, long[] read) {
        Map<String, Object> pairs = new LinkedHashMap<>();
        Map<ColumnTree.Edge, Double> distances = synthetic.distances(counts);
        distances.forEach((pair, distance) -> pairs.put(name(pair.parent()) + ", " + name(pair.child()), distance));
        double mean = distances.values().stream()
                .mapToDouble(distance -> distance)
                .average()
                .orElse(0);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("private", true);
        result.put("real-records", read[0]);
        result.put("left-out", read[1]);
        result.put("mean-total-variation", mean);
        result.put("total-variation", pairs);
        return result;
    }

    private String name(int column) {
        return tree.columns().get(column).name();
    }
}
