package dev.weir.calculator;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A CSV file of questions, which can be written again with the answers.
 *
 * <p>A column whose header is a name of an option, with dashes or underscores, contains values of that option; a cell
 * may be empty. All columns are copied. The columns of the answer follow, and {@code error} is the last one. An answer
 * column keeps its name even if a copied column has the same name, so a reader should take the last column of a name.
 */
final class QuestionFile {

    private static final String ERROR = "error";

    private final Calculation calculation;
    private final Map<String, String> constants;
    private final List<CsvRecord> lines;
    /** The column indexes of options, by the name of the option in the header. */
    private final Map<String, Integer> columnOf = new LinkedHashMap<>();

    private final List<String> answers;

    private QuestionFile(Calculation calculation, Map<String, String> constants, List<CsvRecord> lines) {
        this.calculation = calculation;
        this.constants = constants;
        this.lines = lines;
        Question question = calculation.question();
        question.options().forEach(this::locate);
        this.answers = question.columns()
                .apply(question.options().stream().filter(this::isThere).collect(Collectors.toSet()));
    }

    /**
     * Reads a file.
     *
     * @param constants the values of options that hold for every row
     * @throws InvalidOption if the file is not a CSV file, or if an option is given twice
     */
    static QuestionFile read(Calculation calculation, Map<String, String> constants, Path file) {
        try (CsvReader<CsvRecord> reader =
                CsvReader.builder().detectBomHeader(true).ofCsvRecord(file)) {
            List<CsvRecord> lines = reader.stream().toList();
            requireTable(lines, file);
            return new QuestionFile(calculation, constants, lines);
        } catch (IOException | CsvParseException | UncheckedIOException e) {
            throw new InvalidOption("batch", "must be a CSV file that can be read, was " + file);
        }
    }

    private static void requireTable(List<CsvRecord> lines, Path file) {
        if (lines.isEmpty()) {
            throw new InvalidOption("batch", "must have a header, was empty: " + file);
        }
        int width = lines.get(0).getFieldCount();
        lines.stream().filter(line -> line.getFieldCount() != width).findFirst().ifPresent(line -> refuse(line, width));
    }

    private static void refuse(CsvRecord line, int width) {
        throw new InvalidOption(
                "batch",
                "must have " + width + " cells in every row, had " + line.getFieldCount() + " in line "
                        + line.getStartingLineNumber());
    }

    private void locate(Option<?> option) {
        List<String> header = lines.get(0).getFields();
        for (int column = 0; column < header.size(); column++) {
            String name = header.get(column).strip().replace('-', '_');
            if (option.names().contains(name)) {
                if (isThere(option)) {
                    throw new InvalidOption(name, "must be given once, as an option or as one column");
                }
                columnOf.put(name, column);
            }
        }
    }

    /** Whether an option has a value for all rows or a column, under any of its names. */
    private boolean isThere(Option<?> option) {
        return option.names().stream().anyMatch(name -> columnOf.containsKey(name) || constants.containsKey(name));
    }

    /** Answers every row, in parallel on all processors, and writes the answers in the order of the rows. */
    void write(Writer out) throws IOException {
        CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
        List<String> header = new ArrayList<>(lines.get(0).getFields());
        header.addAll(answers);
        header.add(ERROR);
        csv.writeRecord(header);
        lines.stream().skip(1).toList().parallelStream().map(this::answered).forEachOrdered(csv::writeRecord);
        csv.flush();
    }

    private List<String> answered(CsvRecord line) {
        List<String> cells = new ArrayList<>(line.getFields());
        try {
            Answer answer = calculation.ask(question(line));
            answers.forEach(column -> cells.add(answer.cell(column)));
            cells.add("");
        } catch (InvalidOption e) {
            answers.forEach(column -> cells.add(""));
            cells.add(e.sentence());
        }
        return cells;
    }

    private Arguments question(CsvRecord line) {
        Map<String, String> given = new LinkedHashMap<>(constants);
        columnOf.forEach((option, column) -> given.put(option, line.getField(column)));
        return new Arguments(given);
    }
}
