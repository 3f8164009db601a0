package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests legal values that make no sense, and the message about each. A line of {@code mistakes/meaning.txt} has a command,
 * settings to add to {@code mistakes/meaning.yaml}, the kind of data, and the message.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MistakesOfMeaningIT {

    /** A word in every record's unit, which no answer may repeat. Data about units has other ids. */
    private static final String CANARY = "r0333x";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvFileSource(
            resources = "/mistakes/meaning.txt",
            delimiter = '~',
            quoteCharacter = '\0',
            emptyValue = "",
            maxCharsPerColumn = 1000)
    void a_mistake_of_meaning_is_named(String command, String settings, String data, String expected) throws Exception {
        run(command, settings == null ? "" : settings, data == null ? "" : data);
        assertThat(err.toString().lines().filter(line -> line.contains(expected)))
                .as(err.toString())
                .hasSize(1);
        assertThat(err.toString()).doesNotContain(CANARY, "NULL1", "Exception");
        if (command.equals("explain")) {
            assertThat(err.toString().lines().count()).isBetween(1L, 2L);
        }
    }

    @Test
    void the_pipeline_that_mistakes_are_laid_over_has_none() throws Exception {
        assertThat(run("explain", "", "")).isZero();
        assertThat(err.toString()).isEmpty();
    }

    /** Flags and stars are whole numbers. For them the refusal of a missing grid recommends a grid of 1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{sum: value, clamp: [0, 1], grid: 1}",
                "{sum: value, per-unit-clamp: [0, 5], grid: 1}",
                "{ratio: value, to: value, as: rate, clamp: [0, 1], grid: 1, to-clamp: [0, 5], to-grid: 1}",
                "{median: value, range: [0, 5], grid: 1}"
            })
    void whole_numbers_have_a_grid_of_1(String entry) throws Exception {
        assertThat(run("explain", "queries.0.release=[" + entry + "]", "")).isZero();
        assertThat(err.toString()).doesNotContain("grid");
    }

    private int run(String command, String settings, String data) throws IOException, URISyntaxException {
        List<String> arguments = new ArrayList<>(List.of(command, pipeline()));
        settings.lines()
                .flatMap(all -> List.of(all.split(" ;; ", -1)).stream())
                .forEach(setting -> arguments.addAll(List.of("--set", setting)));
        if (!command.equals("explain")) {
            arguments.addAll(List.of("--input", data(data).toString(), "--quiet"));
        }
        if (command.equals("replay")) {
            arguments.addAll(List.of("--out", dir.resolve("out").toString(), "--parallelism", "1"));
        }
        return InProcess.weir(out, err, arguments.toArray(String[]::new));
    }

    private static String pipeline() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(MistakesOfMeaningIT.class.getResource("/mistakes/meaning.yaml"))
                        .toURI())
                .toString();
    }

    /** Writes four hundred rides of forty people in ten hours, with the given oddity. */
    private Path data(String kind) throws IOException {
        List<String> lines = new ArrayList<>(List.of("time,unit,key,value"));
        IntStream.range(0, 400)
                .mapToObj(ride -> String.join(
                        ",", time(ride), unit(kind, ride), ride % 2 == 0 ? "harbour" : "market", value(kind, ride)))
                .forEach(lines::add);
        return Files.write(dir.resolve("data.csv"), lines);
    }

    private static String time(int ride) {
        int seconds = ride * 90;
        return String.format(
                Locale.ROOT, "2026-03-02T%02d:%02d:%02dZ", 6 + seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    private static String unit(String kind, int ride) {
        return switch (kind) {
            case "null" -> ride % 2 == 0 ? "NULL" : CANARY + ride;
            case "empty-unit" -> "";
            case "one-unit" -> ride % 4 == 0 ? CANARY + ride : CANARY;
            default -> CANARY + ride % 40;
        };
    }

    private static String value(String kind, int ride) {
        return kind.equals("decimals") ? "0." + (20 + ride % 5) : Integer.toString(100 + ride);
    }
}
