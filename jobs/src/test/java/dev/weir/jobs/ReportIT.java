package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests charts of values that are not single numbers, over days, in a real browser. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReportIT {

    private static final String PIPELINE = """
            pipeline: shapes
            domain: {name: site}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0}}
            queries:
              - name: daily
                key: {field: key, declared: [a, b]}
                window: {tumbling: 1d}
                release:
                  - {count: hits}
                  - {mean: value, as: size, clamp: [0, 50], grid: 1}
                  - {histogram: value, as: sizes, edges: [10, 20]}
                  - {quantiles: value, as: some, at: [0.1, 0.5, 0.9], range: [0, 50], grid: 1}
                  - {vector: [value, other], as: both, linf: 50}
                spend: {contributions: 2}
            """;

    private static final String ROW = """
            {"query":"daily","key":"%s","window":{"start":"2026-03-%02dT00:00:00Z","end":"2026-03-%02dT00:00:00Z"},"values":{\
            "hits":{"value":%d,"stddev":30},\
            "size":{"value":25,"stddev":2,"interval":[21,29],"count":{"value":900,"stddev":30},"sum":{"value":22500,"stddev":900}},\
            "sizes":{"edges":[10,20],"counts":[300,-20,500],"stddev":30},\
            "some":{"quantiles":[{"q":0.1,"value":5},{"q":0.5,"value":20},{"q":0.9,"value":45}],"count":{"value":900,"stddev":30},\
            "rank_error95":{"0.1":60,"0.5":70,"0.9":60}},\
            "both":{"value":[20000,9000],"stddev":900}},"release":"r"}""";

    /** How many numbers and names one row has. */
    private static final int NUMBERS = 23;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private Path page() throws IOException {
        Path file = Files.writeString(dir.resolve("p.yaml"), PIPELINE);
        Card card = Card.of(
                PipelineFile.read(file, List.of(), Pipeline.Purpose.EXPLAIN).pipeline());
        List<String> rows = new ArrayList<>();
        for (int day : new int[] {2, 3, 4, 6}) {
            rows.add(ROW.formatted("a", day, day + 1, 800 + day));
            rows.add(ROW.formatted("b", day, day + 1, 400 + day));
        }
        Path released = Files.write(dir.resolve("released.jsonl"), rows);
        return Files.writeString(dir.resolve("report.html"), new Report(card, false, null).html(released));
    }

    /**
     * Five values of two keys: large charts, then both keys beside each other, and those of one key again when all is opened. Histograms are
     * bars without an axis of time. A row has 1, 5, 5, 12 and 2 numbers. The missing day is on the axis. Another budget moves no mark, and
     * every other choice draws all charts anew. Axes and lines have the words of the pipeline, and each chart, or group of charts, is saved from
     * a list.
     */
    @ParameterizedTest
    @CsvSource({"1200, light, 2 Mar 2026|3 Mar|4 Mar|5 Mar|6 Mar", "400, dark, 2 Mar 2026|4 Mar|6 Mar"})
    void every_kind_of_value_has_a_shape_that_nothing_cuts_off_and_everybody_can_use(
            int width, String scheme, String axis) throws Exception {
        assertThat(new ReportBrowser(dir).told(page(), width, scheme))
                .contains(
                        "[shut charts=15 inked=15 dated=12 repeated=0 groups=2+2+2+2+2 scales=5 badges=10 sentences=5 axis="
                                + axis + " errors=0 cut=none touching=0 wide=0 loaded=0]")
                .contains(
                        "[chosen widths=2 unmoved=true stated=true inked-stated=true log=true inked-log=true band=true"
                                + " inked-band=true again=true followed=12 said=true]")
                .contains(
                        "[open charts=20 inked=20 dated=16 repeated=0 groups=2+2+2+2+2 scales=5 badges=15 sentences=5 axis="
                                + axis + " errors=0 cut=none touching=0 wide=0 loaded=0 csv=" + (1 + 8 * NUMBERS)
                                + " svgs=0 saves=15]")
                .contains(
                        "[words units=hits per day|size, from value|records by value, all windows together|some, from value"
                                + "|both: sum of value and other per day names=a|b|a|b|90 % below|median|10 % below|value|other]")
                .contains("[axe-shut passes=true violations=none]", "[axe-open passes=true violations=none]");
    }

    private static final String KINDS = """
            pipeline: kinds
            domain: {name: site}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0, delta: 1e-6}}
            queries:
              - name: tree
                key: {levels: [{field: half}, {field: zone}], declared: [[north, harbour], [north, hills], [south, market]]}
                window: {tumbling: 1d}
                release: [{count: rides}]
                spend: {contributions: 1}
              - name: picks
                key: none
                window: {tumbling: 1d}
                release: [{choose: zone, as: busiest, from: [harbour, market], limit-per-option: 5}]
                spend: {contributions: 1}
              - name: model
                key: none
                window: {tumbling: 1d}
                release:
                  - {regression: line, label: {field: fare, range: [0, 100]}, features: [constant, {field: hour, range: [0, 24]}]}
                spend: {contributions: 1}
              - name: local
                key: none
                window: {calendar: day, zone: Europe/Berlin}
                release: [{count: rides}]
                spend: {contributions: 1}
            """;

    private static String row(String query, String key, String window, String values) {
        String[] ends = window.split(" ", -1);
        return "{\"query\":\"" + query + "\",\"key\":" + key + ",\"window\":{\"start\":\"" + ends[0] + "Z\",\"end\":\""
                + ends[1] + "Z\"},\"values\":" + values + ",\"release\":\"r\""
                + (ends.length > 2 ? ",\"partial\":true" : "") + "}";
    }

    /** Rows of a query: a day, a key and the values, in single quotes, of each. */
    private static void add(List<String> rows, String query, String day, String... keysAndValues) {
        for (int i = 0; i < keysAndValues.length; i += 2) {
            rows.add(row(query, keysAndValues[i], day, keysAndValues[i + 1]).replace('\'', '"'));
        }
    }

    private static String rides(int value) {
        return "{'rides':{'value':" + value + ",'stddev':3}}";
    }

    private static List<String> kinds() {
        List<String> rows = new ArrayList<>();
        String line = "{'line':{'coefficients':{'constant':20,'hour':2},'stddev':{'constant':3,'hour':1},'ridge':1}}";
        for (String day :
                List.of("2026-10-24T00:00:00 2026-10-25T00:00:00", "2026-10-25T00:00:00 2026-10-26T00:00:00 partial")) {
            add(rows, "tree", day, "{}", rides(90), "{'half':'north'}", rides(60), "{'half':'south'}", rides(30));
            add(rows, "tree", day, "{'half':'north','zone':'harbour'}", rides(65));
            add(rows, "tree", day, "{'half':'north','zone':'hills'}", rides(-5));
            add(rows, "tree", day, "{'half':'south','zone':'market'}", rides(30));
            add(rows, "picks", day, "'all'", "{'busiest':'harbour'}");
            add(rows, "model", day, "'all'", line);
        }
        add(rows, "local", "2026-10-23T22:00:00 2026-10-24T22:00:00", "'all'", rides(90));
        add(rows, "local", "2026-10-24T22:00:00 2026-10-25T23:00:00", "'all'", rides(95));
        add(rows, "local", "2026-10-25T23:00:00 2026-10-26T23:00:00", "'all'", rides(85));
        return rows;
    }

    /**
     * A tree whose parts come to what their rows say, a choice over windows, a regression's line for each of two windows, and three days of
     * Berlin, on the second of which clocks are changed: its labels are dates of Berlin, not the evenings before in UTC.
     */
    @ParameterizedTest
    @CsvSource({"1200, dark", "400, light"})
    void levels_choices_lines_and_local_days_are_drawn_as_what_they_are(int width, String scheme) throws Exception {
        Path file = Files.writeString(dir.resolve("kinds.yaml"), KINDS);
        Card card = Card.of(
                PipelineFile.read(file, List.of(), Pipeline.Purpose.EXPLAIN).pipeline());
        Path rows = Files.write(dir.resolve("kinds.jsonl"), kinds());
        Path page = Files.writeString(dir.resolve("kinds.html"), new Report(card, false, null).html(rows));
        assertThat(new ReportBrowser(dir).told(page, width, scheme))
                .contains("errors=0 cut=none touching=0 wide=0 loaded=0]")
                .contains(
                        "[kinds fits=4 chosen=2 changes=2 partial=6 sums=these_2_together:_60|these_1_together:_30|these_2_together:_90"
                                + " rows=90|60|65|-5|30|30 times=24 Oct 2026|25 Oct|26 Oct]")
                .contains("[axe-shut passes=true violations=none]", "[axe-open passes=true violations=none]");
    }

    private static final String FOUND = """
            pipeline: found
            domain: {name: d}
            source: {format: csv, time: time, unit: unit}
            clock: {by: record-time, delay: 0s, max-skew: 31d}
            privacy: {unit: user, budget: {epsilon: 6, delta: 1e-6}}
            queries:
              - name: pages
                key: {field: page, discovered: {delta: 1e-7}}
                window: {tumbling: 1d}
                bounds: {records-per-cell: 1}
                release: [{count: hits}]
                spend: {contributions: 2}
              - name: alone
                key: {field: page, discovered: {delta: 1e-7}}
                window: {tumbling: 1d}
                release: []
                spend: {contributions: 2}
            """;

    /** Keys come from strangers: one that ran as a script would count as an error. */
    @Test
    void an_announced_key_that_is_a_script_is_text_in_charts_and_lists() throws Exception {
        Path file = Files.writeString(dir.resolve("found.yaml"), FOUND);
        Card card = Card.of(
                PipelineFile.read(file, List.of(), Pipeline.Purpose.EXPLAIN).pipeline());
        String script = "\\\"><script>errors++</script>";
        List<String> rows = new ArrayList<>();
        for (int day = 2; day < 5; day++) {
            String window = "\",\"window\":{\"start\":\"2026-03-0" + day + "T00:00:00Z\",\"end\":\"2026-03-0"
                    + (day + 1) + "T00:00:00Z\"},\"release\":\"r\",\"values\":{";
            rows.add("{\"query\":\"pages\",\"key\":\"" + script + window + "\"hits\":{\"value\":90,\"stddev\":5}}}");
            rows.add("{\"query\":\"alone\",\"key\":\"" + script + window + "}}");
        }
        Path released = Files.write(dir.resolve("found.jsonl"), rows);
        Path page = Files.writeString(dir.resolve("found.html"), new Report(card, false, null).html(released));
        assertThat(page).content().contains("errors++&lt;/script&gt;: 3 times, first in the window from 2026-03-02");
        assertThat(new ReportBrowser(dir).told(page, 1200, "light"))
                .contains("errors=0 cut=none")
                .contains("[axe-shut passes=true violations=none]", "[axe-open passes=true violations=none]");
    }
}
