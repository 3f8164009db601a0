package dev.weir.jobs.synth;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.synth.ColumnTree;
import dev.weir.accountant.synth.TreeModel;
import dev.weir.jobs.format.CsvFormat;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Draws synthetic records and writes them as CSV. */
public final class SyntheticRecords {

    private final ColumnTree tree;
    private final TreeModel model;
    private final Randomness randomness;
    private final List<List<String>> texts;

    SyntheticRecords(ColumnTree tree, TreeModel model, Randomness randomness) {
        this.tree = tree;
        this.model = model;
        this.randomness = randomness;
        this.texts = tree.columns().stream()
                .map(column ->
                        column.values().stream().map(SyntheticRecords::quoted).toList())
                .toList();
    }

    /**
     * Draws records and writes them, after a line with the names of the columns.
     *
     * @param count how many, at least 0
     * @param out takes the lines, each with a line end
     * @param pairs counts the records
     * @throws IOException if a line cannot be written
     */
    public void write(long count, Appendable out, PairCounts pairs) throws IOException {
        out.append(tree.columns().stream()
                .map(column -> quoted(column.name()))
                .collect(Collectors.joining(",", "", "\n")));
        for (long i = 0; i < count; i++) {
            int[] record = model.draw(randomness);
            for (int column = 0; column < record.length; column++) {
                out.append(column == 0 ? "" : ",").append(texts.get(column).get(record[column]));
            }
            out.append('\n');
            pairs.add(record);
        }
    }

    /** A text as a field of CSV; an empty one is not an absent one. */
    private static String quoted(String text) {
        return text.isEmpty() ? "\"\"" : CsvFormat.quoted(text, ',');
    }
}
