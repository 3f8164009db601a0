package dev.weir.jobs.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the report on pipelines of every kind, whose terms and records are drawn with fixed seeds. Recommendations are read
 * from the text, written into the file as by a user, and measured again.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class DrawnPipelinesTest {

    private static final Pattern BETTER =
            Pattern.compile("^ *([a-z0-9-]+):? +(.+) would suit better than (.+): values are off by "
                    + "([0-9.]+) % on average, not by ([0-9.]+) %$");
    private static final Pattern WEIGHED =
            Pattern.compile("[0-9.]+ % is left out, noise is [0-9.]+ %: off by [0-9.]+ % of an ordinary release, .*");
    private static final Pattern SUITS = Pattern.compile("^ *([a-z0-9-]+):? +.+ suits$");

    @TempDir
    private Path folder;

    static IntStream numbers() {
        return IntStream.range(0, DrawnPipeline.count());
    }

    private SampleReport report(DrawnPipeline drawn, List<String> lines, List<String> settings) throws IOException {
        Path file = Files.writeString(folder.resolve("drawn.yaml"), drawn.yaml());
        Pipeline pipeline =
                PipelineFile.read(file, settings, Pipeline.Purpose.REPLAY).pipeline();
        SampleReport report = new SampleReport(
                pipeline.withColumns(List.of("time", "unit", "key", "value", "signed", "second", "page")));
        lines.forEach(line -> report.add(line.getBytes(StandardCharsets.UTF_8), time(line)));
        return report;
    }

    /** Returns the time of a record, in its first column, which is also the time of its slot. */
    private static long time(String line) {
        return Instant.parse(line.substring(0, line.indexOf(','))).toEpochMilli();
    }

    private static double off(SampleReport report) {
        return report.advice().get(0).off();
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void each_value_is_weighed_once_and_each_recommendation_is_better_than_what_is_configured(int number)
            throws IOException {
        DrawnPipeline drawn = new DrawnPipeline(number);
        String yaml = drawn.yaml();
        List<String> records = drawn.lines();
        SampleReport report = report(new DrawnPipeline(number), records, List.of());
        List<String> said = report.lines();
        assertThat(said)
                .filteredOn(line -> line.startsWith("  v0 "))
                .singleElement()
                .asString()
                .containsPattern(WEIGHED);
        assertThat(said).filteredOn(line -> line.startsWith("  v1 ")).hasSize(yaml.contains("v1") ? 1 : 0);
        requireNoneTwice(said, yaml);
        double configured = off(report);
        for (int at = 0; at < said.size(); at++) {
            String line = said.get(at);
            Matcher better = BETTER.matcher(line);
            if (better.matches()) {
                List<String> settings = settings(better.group(1), better.group(2), place(said, at));
                double recommended = off(report(new DrawnPipeline(number), records, settings));
                assertThat(recommended).as("%s%n%s%n%s", yaml, line, settings).isLessThan(configured);
                assertThat(Double.parseDouble(better.group(4)))
                        .as("%s%n%s", yaml, line)
                        .isLessThan(Double.parseDouble(better.group(5)));
                assertThat(100 * recommended)
                        .isCloseTo(Double.parseDouble(better.group(4)), rounding(100 * recommended));
            }
        }
    }

    private static Offset<Double> rounding(double percent) {
        return Offset.offset(percent < 10 ? 0.051 : 0.51);
    }

    /**
     * Checks that no term is both called suitable and given a recommendation, and that no line says that anything could be
     * larger or wider.
     */
    private static void requireNoneTwice(List<String> said, String yaml) {
        List<String> terms = new ArrayList<>();
        for (int at = 0; at < said.size(); at++) {
            Matcher better = BETTER.matcher(said.get(at));
            Matcher suits = SUITS.matcher(said.get(at));
            if (better.matches() || suits.matches()) {
                terms.add((better.matches() ? better : suits).group(1) + " " + place(said, at));
            }
        }
        assertThat(terms).as(yaml).doesNotHaveDuplicates();
        assertThat(terms)
                .as(yaml)
                .filteredOn(term -> term.startsWith("contributions "))
                .hasSize(yaml.contains("unit: event") ? 0 : 1);
        assertThat(String.join("\n", said)).doesNotContain("could be", "NaN", "Infinity");
    }

    /** Returns the number of the value to which the line of a clamp belongs. */
    private static int place(List<String> said, int at) {
        int place = -1;
        for (String each : said.subList(0, at + 1)) {
            place = each.startsWith("  v1 ") ? 1 : each.startsWith("  v0 ") ? 0 : place;
        }
        return place;
    }

    /** Returns the settings for a recommendation, exactly as printed. */
    private static List<String> settings(String term, String choice, int place) {
        if (term.equals("contributions")) {
            return List.of("queries.0.spend.contributions=" + choice);
        }
        if (term.contains("-per-")) {
            return List.of("queries.0.bounds." + term + "=" + choice);
        }
        String entry = "queries.0.release." + place + ".";
        String[] parts = choice.split(", with ", 2);
        String value = entry + term + "=" + parts[0];
        return parts.length == 1 ? List.of(value) : List.of(value, entry + parts[1].replace(": ", "="));
    }
}
