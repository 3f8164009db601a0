package dev.weir.jobs.format;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the dialect of CSV of records and headers with that of a library. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CsvDialectTest {

    private static final String ALPHABET = "a,\"\u00fc\ud83d\ude00 #;\t";

    private static Optional<List<String>> ours(String line) {
        return Delimiter.COMMA.columns(line.getBytes(StandardCharsets.UTF_8));
    }

    /** Parses a line with the library at its strictest; empty unless the line is one record. */
    private static Optional<List<String>> library(String line) {
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .skipEmptyLines(false)
                .acceptCharsAfterQuotes(false)
                .ofCsvRecord(line)) {
            List<CsvRecord> records = reader.stream().toList();
            return records.size() == 1 ? Optional.of(records.get(0).getFields()) : Optional.empty();
        } catch (CsvParseException | java.io.IOException e) {
            return Optional.empty();
        }
    }

    /** Tests 200 000 lines in all, most of them broken; about two in five are valid. */
    @RepeatedTest(20)
    void every_line_of_the_dialect_is_read_as_the_library_reads_it(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        int accepted = 0;
        for (int i = 0; i < 10_000; i++) {
            String line = random.ints(random.nextInt(1, 12), 0, ALPHABET.codePointCount(0, ALPHABET.length()))
                    .map(at -> ALPHABET.codePointAt(ALPHABET.offsetByCodePoints(0, at)))
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            Optional<List<String>> fields = ours(line);
            if (fields.isPresent()) {
                assertThat(library(line)).as(line).isEqualTo(fields);
                accepted++;
            }
        }
        assertThat(accepted).isBetween(1_000, 9_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            a,b                ~ a|b
            "a","b"            ~ a|b
            "a,b",c            ~ a,b|c
            "a""b",""\""       ~ a"b|"
            "",                ~ |
            ,                  ~ |
            #a,'b'             ~ #a|'b'
            """)
    void the_dialect_is_rfc_4180_on_one_line(String line, String fields) {
        assertThat(ours(line)).contains(List.of(fields.split("\\|", -1)));
        assertThat(ours(line + "\r\n")).isEqualTo(ours(line));
        assertThat(ours(line + "\n")).isEqualTo(ours(line));
    }

    /** If these lines were read as the library reads them, they would be records with other fields than intended. */
    @ParameterizedTest
    @ValueSource(strings = {"a\"b,c", "\"a,c", "a,\"c", "a,b\"\"", " \"a\",b", "a,\"\"\"", "\"a\nb\",c"})
    void lines_that_the_library_reads_in_spite_of_their_quotes_are_refused(String line) {
        assertThat(library(line)).isPresent();
        assertThat(ours(line)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a\"x,c", "\"a\" ,b", "a\nb", "a\rb", "a\n\n", "a\r"})
    void other_broken_lines_are_refused(String line) {
        assertThat(ours(line)).isEmpty();
    }
}
