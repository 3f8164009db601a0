package dev.weir.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.explain.Card;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReportTest {

    private static final String HOSTILE = "</script><img src=x>";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private String page(boolean isPrivate) throws IOException {
        Path file = Files.writeString(dir.resolve("p.yaml"), """
                pipeline: p
                domain: {name: p}
                source: {format: csv, time: time, unit: unit}
                privacy: {unit: user-per-day, budget: {epsilon: 1.0}}
                queries:
                  - name: q
                    version: 1
                    key: {field: key, declared: ["KEY"]}
                    window: {tumbling: 1h}
                    release: [{count: n}]
                    spend: {contributions: 1}
                """.replace("KEY", HOSTILE));
        Card card = Card.of(
                PipelineFile.read(file, List.of(), Pipeline.Purpose.EXPLAIN).pipeline());
        Path rows = Files.writeString(
                dir.resolve("released.jsonl"),
                "{\"query\":\"q\",\"key\":\"" + HOSTILE + "\",\"window\":{\"start\":\"2026-03-02T06:00:00Z\","
                        + "\"end\":\"2026-03-02T07:00:00Z\"},\"values\":{\"n\":{\"value\":57,\"stddev\":1.36}},"
                        + "\"release\":\"p/q/1/k/1\"}\n");
        return new Report(card, isPrivate, null).html(rows);
    }

    @Test
    void a_key_cannot_end_the_script_that_holds_it() throws IOException {
        assertThat(page(false)).doesNotContain(HOSTILE).contains("\\u003c/script>\\u003cimg src=x>", "57");
    }

    @Test
    void its_title_says_of_what_days_it_is_and_what_it_hides() throws IOException {
        assertThat(page(false))
                .contains("<title>p: noisy n of 2 March 2026; hides one user in one UTC day at epsilon 1</title>")
                .contains("<h1>p: noisy n of 2 March 2026</h1>");
    }

    /** A page without a picture has no exact values: its data are words of the pipeline, the card and the released rows. */
    @Test
    void a_page_holds_the_pipelines_words_and_released_rows_alone() throws IOException {
        String page = page(false);
        String data = page.substring(page.indexOf("\"application/json\">") + 19);
        JsonNode read = new ObjectMapper().readTree(data.substring(0, data.indexOf("</script>")));
        assertThat(read.fieldNames()).toIterable().containsExactly("card", "source", "widths", "reads", "queries");
        assertThat(read.get("reads")).hasToString("{\"q\":{\"n\":[]}}");
        assertThat(read.at("/queries/0").fieldNames())
                .toIterable()
                .containsExactly("name", "query", "about", "leftOut", "values", "window", "keys", "stddevs");
        assertThat(read.at("/queries/0/stddevs/n/1").asDouble()).isEqualTo(1.36);
    }

    @Test
    void readers_without_scripts_get_a_table_in_which_keys_are_text() throws IOException {
        String page = page(false);
        String table = page.substring(page.indexOf("<noscript>"), page.indexOf("</noscript>"));
        assertThat(table)
                .contains("<td>q</td><td>&lt;/script&gt;&lt;img src=x&gt;</td><td>2026-03-02T06:00:00Z</td>"
                        + "<td>2026-03-02T07:00:00Z</td><td>n</td><td>57</td>");
    }

    /** Laplace noise at half of epsilon is twice as wide. */
    @Test
    void widths_at_other_budgets_are_factors_and_no_values() throws IOException {
        JsonNode widths = Widths.of(new ObjectMapper().readTree("{\"budget\": {\"epsilon\": 1.0}}"));
        assertThat(widths.toString())
                .contains("{\"name\":\"epsilon 0.5\",\"factor\":2.0}", "{\"name\":\"epsilon 4\",\"factor\":0.25}");
    }

    /** The variance of Gaussian noise is inverse to rho; mu is less than proportional to epsilon on the curve of Gaussian noise. */
    @Test
    void widths_of_gaussian_noise_follow_its_own_currency() throws IOException {
        ObjectMapper json = new ObjectMapper();
        JsonNode rho = Widths.of(json.readTree("{\"budget\": {\"rho\": 0.1, \"delta\": 1e-6}}"));
        assertThat(rho.at("/1/name").asText()).isEqualTo("rho 0.025");
        assertThat(rho.at("/1/factor").asDouble()).isEqualTo(2, within(1e-9));
        JsonNode both = Widths.of(json.readTree("{\"budget\": {\"epsilon\": 1, \"delta\": 1e-6}}"));
        assertThat(both.at("/2/name").asText()).isEqualTo("epsilon 0.5");
        assertThat(both.at("/2/factor").asDouble()).isBetween(1.9, 2.0);
    }

    /** With half of delta the noise is that of a smaller delta; with the whole of it Laplace's, twice as wide at half of epsilon. */
    @Test
    void widths_with_discovered_keys_are_those_of_the_delta_that_is_left() throws IOException {
        ObjectMapper json = new ObjectMapper();
        JsonNode left = Widths.of(json.readTree("{\"budget\": {\"epsilon\": 1, \"delta\": 1e-6}}"));
        JsonNode half = Widths.of(json.readTree(card("1e-6")));
        assertThat(half)
                .isEqualTo(left)
                .isNotEqualTo(Widths.of(json.readTree("{\"budget\": {\"epsilon\": 1, \"delta\": 2e-6}}")));
        JsonNode none = Widths.of(json.readTree(card("2e-6")));
        assertThat(none.at("/2/factor").asDouble()).isEqualTo(2);
    }

    private static String card(String keys) {
        return "{\"budget\": {\"epsilon\": 1, \"delta\": 2e-6}, \"queries\": [{\"keys\": {\"levels\": []}},"
                + " {\"keys\": {\"discovered\": true, \"delta\": " + keys + "}}]}";
    }

    @Test
    void the_page_says_where_its_figures_are_from_and_links_to_the_card() throws IOException {
        assertThat(page(false))
                .containsPattern("Source: pipeline p, Weir [^,]+, page made \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\.")
                .contains("<a href=\"card.json\">card.json</a>");
    }

    @Test
    void a_page_beside_exact_totals_says_that_it_is_private() throws IOException {
        assertThat(page(true)).contains("Do not publish");
        assertThat(page(false)).doesNotContain("Do not publish");
    }

    @Test
    void nothing_is_left_to_fill_in_and_nothing_is_loaded() throws IOException {
        assertThat(page(false))
                .contains("default-src 'none'")
                .doesNotContainPattern(
                        "@(title|heading|notice|brief|announced|table|promise|card|source|chartstyle|style|library|script|data)@")
                .doesNotContainPattern("<(script|img|link|iframe)[^>]+(src|href)=");
    }

    private String pages(String... rows) throws IOException {
        return pages(List.of(), rows);
    }

    private String pages(List<String> settings, String... rows) throws IOException {
        Card card =
                Card.of(PipelineFile.read(Path.of("..", "examples", "pages.yaml"), settings, Pipeline.Purpose.EXPLAIN)
                        .pipeline());
        return new Report(card, false, null).html(Files.write(dir.resolve("released.jsonl"), List.of(rows)));
    }

    private static String edits(int step) {
        Instant start = Instant.parse("2026-03-02T00:00:00Z");
        return "{\"query\":\"pages\",\"key\":\"p1\",\"window\":{\"start\":\"" + start + "\",\"end\":\""
                + start.plusSeconds(300L * step) + "\"},\"step\":" + step
                + ",\"values\":{\"edits\":{\"value\":150,\"stddev\":18.8}},\"release\":\"r\"}";
    }

    @Test
    void a_page_without_a_key_that_was_announced_says_so_and_why_where_charts_would_be() throws IOException {
        String page = pages();
        assertThat(page)
                .contains("<h1>pages: nothing was released</h1>")
                .containsPattern(
                        "Query pages: no key was announced, so there is nothing to draw\\. Keys are not declared\\."
                                + " A key appears once its noisy number of edits reaches a threshold: 80 at step 1, 135 at step 288;"
                                + " one with 135 units that count 1 each appears with even odds, one with 171 with 95 %\\.");
        assertThat(page.indexOf("no key was announced")).isLessThan(page.indexOf("<div id=\"queries\">"));
    }

    @Test
    void a_series_begins_where_its_key_was_announced() throws IOException {
        String page = pages(edits(23), edits(24));
        assertThat(page)
                .contains("Query pages: 1 key was announced. A key has no figures before")
                .contains("\"steps\":[23,24]");
    }

    /** Charts have nothing to draw of such a query, so scripts do not see it. */
    @Test
    void keys_that_are_released_alone_are_listed_as_text_with_their_windows() throws IOException {
        String alone = edits(7).replaceFirst("\"values\":.*,\"release", "\"values\":{},\"release")
                .replace("p1", "</script><i>");
        String page = pages(List.of("queries.0.release=[]"), alone, alone.replace("</script><i>", "p2"));
        assertThat(page)
                .contains("Query pages: 2 keys were announced. No figures of them are released.")
                .contains("<li>&lt;/script&gt;&lt;i&gt;: once, first in the window from 2026-03-02T00:00:00Z</li>")
                .contains("\"queries\":[]")
                .doesNotContain("<i>");
    }

    /** WCAG 2.1, success criterion 1.4.3, requires a contrast of at least 4.5 to 1 for text. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void what_is_written_stands_out_from_the_paper(int scheme) throws IOException {
        Map<String, String> colors = colors().get(scheme);
        double paper = luminance(Objects.requireNonNull(colors.get("paper")));
        for (String ink : List.of("ink", "soft", "a", "b", "c", "d", "e", "warn")) {
            double other = luminance(Objects.requireNonNull(colors.get(ink)));
            assertThat((Math.max(paper, other) + 0.05) / (Math.min(paper, other) + 0.05))
                    .as(ink)
                    .isGreaterThan(4.5);
        }
    }

    /** Returns the colours of the light scheme, then those of the dark one. */
    private static List<Map<String, String>> colors() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(Report.class.getResourceAsStream("/dev/weir/jobs/report/chart.css"))) {
            String css = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Pattern.compile(":root \\{([^}]*)}")
                    .matcher(css)
                    .results()
                    .map(ReportTest::named)
                    .toList();
        }
    }

    private static Map<String, String> named(MatchResult root) {
        Map<String, String> named = new HashMap<>();
        Pattern.compile("--([a-z]+): #([0-9a-f]{6})")
                .matcher(root.group(1))
                .results()
                .forEach(match -> named.put(match.group(1), match.group(2)));
        return named;
    }

    private static double luminance(String rgb) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            double part = Integer.parseInt(rgb.substring(2 * i, 2 * i + 2), 16) / 255.0;
            sum += weights[i] * (part <= 0.03928 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
