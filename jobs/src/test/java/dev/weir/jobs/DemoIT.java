package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.demo.SyntheticDay;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the whole demo, and its report in a real browser. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DemoIT {

    private static final StringWriter CONSOLE = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path dir;

    @BeforeAll
    static void run() {
        int code = Weir.commandLine()
                .setOut(new PrintWriter(CONSOLE))
                .execute("demo", "--out", dir.resolve("demo").toString());
        assertThat(code).isZero();
    }

    private static Path file(String name) {
        return dir.resolve("demo").resolve(name);
    }

    @Test
    void every_language_is_released_in_every_hour_and_every_five_minutes() {
        assertThat(file("released.jsonl")).content().hasLineCount(50 * (24 + 4 + 288));
        assertThat(CONSOLE.toString())
                .contains("edits in the day", SyntheticDay.SMALL, "editors so far, 24:00", "report.html");
        assertThat(file("private").resolve("exact.jsonl")).doesNotExist();
        assertThat(dir.resolve("demo")).isDirectoryNotContaining("glob:**.{demo,input}*");
    }

    /** For the eight largest languages, which the report shows side by side, noise is less than half of every kind of figure. */
    @Test
    void the_largest_languages_stand_out_of_the_noise() throws IOException {
        Map<String, List<Double>> ratios = new TreeMap<>();
        for (String line : Files.readAllLines(file("released.jsonl"))) {
            JsonNode row = new ObjectMapper().readTree(line);
            if (row.get("key").asText().compareTo("l08") <= 0) {
                row.get("values").properties().forEach(value -> ratios.computeIfAbsent(
                                value.getKey(), name -> new ArrayList<>())
                        .add(value.getValue().get("stddev").asDouble()
                                / Math.abs(value.getValue().get("value").asDouble())));
            }
        }
        assertThat(ratios).containsOnlyKeys("characters", "editors", "edits").allSatisfy((name, all) -> {
            Collections.sort(all);
            assertThat(all.get(all.size() / 2)).as(name).isLessThan(0.5);
        });
    }

    /** Accounts must not appear in publishable files. Languages may, because they are declared keys. */
    @Test
    void no_account_is_in_what_may_be_published() throws IOException {
        for (String name : List.of("released.jsonl", "withheld.jsonl", "card.json", "report.html")) {
            assertThat(file(name)).content().doesNotContainPattern("\\ba[0-9]{5}\\b");
        }
        assertThat(CONSOLE.toString()).doesNotContain(SyntheticDay.BUSY);
    }

    /**
     * A large chart of each of three values, and twelve keys of each beside each other, each group on one scale; the picture has four charts.
     * When all is opened, one key of each query is shown large. A figure of the file is one of its lines: one value of 24 hours, one of four
     * times six hours, one of 288 steps, of 50 keys, plus the header.
     */
    @ParameterizedTest
    @CsvSource({"1200, light", "400, dark"})
    void the_report_draws_its_charts_at_every_width_and_loads_nothing(int width, String scheme) throws Exception {
        assertThat(new ReportBrowser(dir).told(file("report.html"), width, scheme))
                .contains(
                        "[shut charts=43 inked=43 dated=43 repeated=0 groups=12+4+12+12 scales=4 badges=36 sentences=5 ")
                .contains(
                        "[open charts=46 inked=46 dated=46 repeated=0 groups=12+4+12+12 scales=4 badges=39 sentences=5 ")
                .containsPattern("\\[shut .* errors=0 cut=none touching=0 wide=0 loaded=0]")
                .containsPattern("\\[open .* errors=0 cut=none touching=0 wide=0 loaded=0 csv="
                        + (1 + 50 * (24 + 4 + 288)) + " svgs=0 saves=9]")
                .contains("[axe-shut passes=true violations=none]");
    }
}
