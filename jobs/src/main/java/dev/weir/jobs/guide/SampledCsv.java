package dev.weir.jobs.guide;

import dev.weir.jobs.format.CsvFormat;
import dev.weir.jobs.format.Delimiter;
import dev.weir.jobs.replay.recording.RecordedFile;
import dev.weir.jobs.replay.recording.UnusableRecording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The form of a CSV file, by its first lines: the separator, and the columns with what may be asked about their texts.
 *
 * @param path the file
 * @param delimiter the separator under which most of the lines have as many columns as the first one
 * @param columns the columns in order
 */
public record SampledCsv(Path path, Delimiter delimiter, List<SampledColumn> columns) {

    /** How many lines are looked at. */
    public static final int LINES = 1000;

    private static final int LONGEST = 1 << 20;

    /** Numbers, and what begins with two of them, as dates and times do: a file without a header has such texts in its first line. */
    private static final Pattern VALUE = Pattern.compile("[+-]?[.,]?[0-9]+([-/.,:' ][0-9].*|[eE][+-]?[0-9]+)?");

    /**
     * Reads the first lines of a file.
     *
     * @param path CSV with a header, plain or compressed with gzip
     * @throws IllegalArgumentException if the file cannot be read, or its first line does not name two columns or more. No text of the
     *     file is quoted, because its first line may be a record
     * @throws IOException if reading fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static SampledCsv of(Path path) throws IOException, InterruptedException {
        RecordedFile.requireReadable(path);
        List<SampledCsv> readings = new ArrayList<>();
        for (Delimiter delimiter : Delimiter.values()) {
            try {
                reading(path, delimiter).ifPresent(readings::add);
            } catch (UnusableRecording ignored) {
                // by this separator the first line is no CSV: quotes may stand around fields alone
            }
        }
        SampledCsv sample = readings.stream()
                .max(Comparator.comparingInt(reading -> reading.columns().size()))
                .orElseThrow(() ->
                        new IllegalArgumentException("--input: must be CSV whose first line names two columns or more,"
                                + " separated by " + Arrays.toString(Delimiter.values()) + ", was " + path));
        sample.requireNames();
        return sample;
    }

    /** Refuses a first line that is a record, whose texts would be taken for names and written into the pipeline file. */
    private void requireNames() {
        List<String> names =
                columns.stream().map(column -> column.name().strip()).distinct().toList();
        if (names.size() < columns.size() || names.stream().anyMatch(SampledCsv::isValue)) {
            throw new IllegalArgumentException("--input: the first line must name the columns,"
                    + " each by a name of its own that is no number and no time, in " + path);
        }
    }

    private static boolean isValue(String name) {
        return name.isEmpty()
                || VALUE.matcher(name).matches()
                || !TimeGuess.fitting(List.of(name)).isEmpty();
    }

    /** Reads a file by one separator. Returns no value if the lines do not have the columns that the first line names. */
    private static Optional<SampledCsv> reading(Path path, Delimiter delimiter)
            throws IOException, InterruptedException {
        RecordedFile file = new RecordedFile(path, new CsvFormat(List.of(), delimiter), LONGEST);
        List<String> names = file.columns(delimiter);
        List<List<String>> texts =
                names.stream().<List<String>>map(name -> new ArrayList<>()).toList();
        int[] seen = new int[2];
        file.forEach(line -> {
            List<String> fields = delimiter.columns(line).orElse(List.of());
            boolean isWhole = fields.size() == names.size();
            for (int i = 0; isWhole && i < fields.size(); i++) {
                texts.get(i).add(fields.get(i));
            }
            seen[isWhole ? 1 : 0]++;
            return seen[0] + seen[1] < LINES;
        });
        boolean fits = names.size() > 1 && seen[1] >= seen[0];
        return fits ? Optional.of(new SampledCsv(path, delimiter, named(names, texts))) : Optional.empty();
    }

    private static List<SampledColumn> named(List<String> names, List<List<String>> texts) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> new SampledColumn(names.get(i), texts.get(i)))
                .toList();
    }

    /**
     * Returns the column with a name.
     *
     * @param name the name
     */
    public Optional<SampledColumn> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    /** Returns the names of all columns, for people. */
    public String names() {
        return String.join(", ", columns.stream().map(SampledColumn::name).toList());
    }
}
