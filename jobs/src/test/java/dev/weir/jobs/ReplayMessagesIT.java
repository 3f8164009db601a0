package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the answers of {@code weir replay} to typical recordings and options of newcomers. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplayMessagesIT {

    private static final String PIPELINE =
            Snippet.repository().resolve("examples/rides.yaml").toString();
    private static final Path RIDES = Snippet.repository().resolve("examples/rides.csv");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private int replay(Path input, String... more) {
        List<String> arguments = new ArrayList<>(List.of("replay", PIPELINE, "--input", input.toString()));
        arguments.addAll(List.of(more));
        if (!arguments.contains("--out")) {
            arguments.addAll(List.of("--out", dir.resolve("out").toString()));
        }
        return InProcess.weir(out, err, arguments.toArray(String[]::new));
    }

    private Path input(UnaryOperator<List<String>> change) throws IOException {
        return Files.write(dir.resolve("input.csv"), change.apply(Files.readAllLines(RIDES)));
    }

    private static UnaryOperator<List<String>> everyLine(UnaryOperator<String> change) {
        return lines -> lines.stream().map(change).toList();
    }

    @Test
    void a_replay_says_where_its_records_ended_and_writes_the_same_into_no_public_file() throws Exception {
        assertThat(replay(RIDES)).isZero();
        assertThat(out.toString())
                .containsPattern("hourly: 12000 records read, \\d+ counted")
                .contains("left out by bounds");
        for (String file : List.of("card.json", "report.html", "released.jsonl", "withheld.jsonl")) {
            assertThat(dir.resolve("out").resolve(file)).content().doesNotContain("left out by", "records read");
        }
    }

    @Test
    void a_recording_that_runs_backwards_is_told_by_its_order() throws Exception {
        Path backwards = input(lines -> {
            List<String> turned = new ArrayList<>(lines.subList(1, lines.size()));
            Collections.reverse(turned);
            turned.add(0, lines.get(0));
            return turned;
        });
        assertThat(replay(backwards, "--json")).isZero();
        assertThat(err.toString()).contains("records were refused, LATE: the recording runs backwards in time");
        JsonNode summary = new ObjectMapper().readTree(out.toString());
        assertThat(summary.at("/counters/hourly/rejected/LATE").asLong()).isGreaterThan(10_000);
        assertThat(summary.get("warnings")).hasSize(1);
        assertThat(summary.get("records").asLong()).isEqualTo(12_000);
    }

    @Test
    void a_replay_that_counts_nothing_ends_with_1() throws Exception {
        Path keys = input(everyLine(line -> line.replaceAll("harbour|market|hills|station", "elsewhere")));
        assertThat(replay(keys)).isEqualTo(1);
        assertThat(err.toString())
                .contains("12000 of 12000 records have a key that is not declared", "weir: no record was counted")
                .doesNotContain("elsewhere");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            tabs   | weir: INPUT: columns must be distinct and hold all fields that the pipeline reads, missing: time, unit, key, value; the columns are separated by tab: set source.delimiter to it
            signs  | weir: INPUT: columns must be distinct and hold all fields that the pipeline reads, missing: time, unit, key, value; the columns are separated by semicolon: set source.delimiter to it
            bare   | missing: time, unit, key, value; the first line must name the columns, separated by comma (source.delimiter)
            header | weir: INPUT holds no record, only the line that names the columns
            empty  | weir: INPUT is empty: it must begin with a line that names the columns
            blank  | were refused, NO_TIME: no time is in field time in a form that is read: ISO 8601 with a T and with Z or an offset, such as
            """)
    void a_recording_of_another_form_is_answered_in_one_line(String form, String expected) throws Exception {
        Path input = input(
                switch (form) {
                    case "tabs" -> everyLine(line -> line.replace(',', '\t'));
                    case "signs" -> everyLine(line -> line.replace(',', ';'));
                    case "bare" -> lines -> lines.subList(1, lines.size());
                    case "header" -> lines -> lines.subList(0, 1);
                    case "empty" -> lines -> List.of();
                    default -> everyLine(line -> line.replaceFirst("T", " "));
                });
        assertThat(replay(input)).isIn(1, 2);
        assertThat(err.toString())
                .hasLineCount(1)
                .contains(expected.replace("INPUT", input.toString()))
                .doesNotContain("r0333", "; more is in");
        assertThat(dir.resolve("out/released.jsonl")).doesNotExist();
    }

    @Test
    void a_recording_with_tabs_is_read_by_its_delimiter() throws Exception {
        Path tabs = input(everyLine(line -> line.replace(',', '\t')));
        assertThat(replay(tabs, "--set=source.delimiter=tab", "--quiet")).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(dir.resolve("out/private/counters.json")).content().contains("\"MALFORMED\":0");
    }

    @Test
    void times_in_seconds_are_asked_about() throws Exception {
        Path seconds = input(everyLine(
                line -> line.startsWith("time") ? line : line.replaceFirst("[^,]*", Integer.toString(1_772_431_200))));
        assertThat(replay(seconds)).isZero();
        assertThat(err.toString()).contains("warning: all times are in 1970: is field time in seconds?");
    }

    @Test
    void an_out_with_releases_is_replaced_only_when_asked_to() throws Exception {
        Path released = Files.writeString(
                Files.createDirectories(dir.resolve("out")).resolve("released.jsonl"), "from an earlier replay");
        assertThat(replay(RIDES)).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("replace them with --again");
        assertThat(released).hasContent("from an earlier replay");
        assertThat(replay(RIDES, "--again", "-D", "taskmanager.memory.network.max=128m"))
                .isZero();
        assertThat(released).content().contains("\"release\"");
    }

    @Test
    void the_ledger_of_an_earlier_replay_is_never_lost_and_a_warning_says_that_spendings_add_up() throws Exception {
        Path secrets = Files.createDirectories(dir.resolve("out/private"));
        Path ledger = Files.writeString(secrets.resolve("ledger.jsonl"), "second");
        Files.writeString(secrets.resolve("ledger-1.jsonl"), "first");
        assertThat(replay(RIDES)).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("replace them with --again");
        err.getBuffer().setLength(0);
        assertThat(replay(RIDES, "--again")).isZero();
        assertThat(err.toString())
                .contains(
                        "warning: --again: where all 3 replays tell of the same people, the spendings of all 3 replays"
                                + " add up; the earlier ledger is kept as " + secrets.resolve("ledger-2.jsonl"));
        assertThat(secrets.resolve("ledger-1.jsonl")).hasContent("first");
        assertThat(secrets.resolve("ledger-2.jsonl")).hasContent("second");
        assertThat(ledger).content().contains("\"charge\"");
    }

    @Test
    void a_second_replay_into_a_sibling_folder_is_refused_and_paid_for_only_when_asked_to() throws Exception {
        assertThat(replay(RIDES, "--json")).isZero();
        JsonNode spent = new ObjectMapper().readTree(out.toString()).get("spending");
        assertThat(spent.toString())
                .isEqualTo("{\"domain\":\"rides\",\"unit\":\"user-per-day\",\"from\":\"2026-03-02T00:00:00Z\","
                        + "\"until\":\"2026-03-03T00:00:00Z\",\"budget\":{\"epsilon\":1},\"replays\":1,"
                        + "\"in-all\":{\"epsilon\":1}}");
        assertThat(err.toString())
                .contains(
                        "spends epsilon 1 of domain rides, unit user-per-day, 2026-03-02; the first replay of the domain in "
                                + dir.resolve("replay-ledger/rides.jsonl"));
        err.getBuffer().setLength(0);
        Path second = dir.resolve("second");
        String[] edited = {"--out", second.toString(), "--set=privacy.budget.epsilon=2", "--set=queries.0.version=2"};
        assertThat(replay(RIDES, edited)).isEqualTo(3);
        assertThat(err.toString())
                .hasLineCount(1)
                .startsWith("weir: LEDGER_SPENT: domain rides, unit user-per-day, 2026-03-02: pipeline rides has spent")
                .contains("epsilon 3 in all", "--again")
                .doesNotContain("another folder");
        assertThat(second.resolve("released.jsonl")).doesNotExist();
        assertThat(replay(RIDES, "--out", second.toString(), "--reveal-exact")).isZero();
        forget();
        assertThat(replay(RIDES, "--out", dir.resolve("third").toString(), "--again", "--quiet", "--json"))
                .isZero();
        assertThat(err.toString()).hasLineCount(1).contains("warning: --again: ", "epsilon 2 in all");
        assertThat(new ObjectMapper().readTree(out.toString()).get("warnings"))
                .singleElement()
                .satisfies(warning -> assertThat(err).hasToString("warning: " + warning.asText() + "\n"));
    }

    private void forget() {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
    }

    /**
     * The second replay with --again warns once of the sum of losses, taken from the ledger of replays, and names the
     * folder's own ledger.
     */
    @Test
    void a_replay_again_into_the_same_folder_warns_once() throws Exception {
        assertThat(replay(RIDES)).isZero();
        err.getBuffer().setLength(0);
        assertThat(replay(RIDES, "--again")).isZero();
        assertThat(err.toString()).hasLineCount(1).contains("warning: --again: this is replay 2", "epsilon 2 in all");
        assertThat(out.toString())
                .contains("the earlier ledger is kept as " + dir.resolve("out/private/ledger-1.jsonl"));
    }

    @Test
    void an_out_that_is_a_file_is_refused_before_anything_starts() throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "in the way");
        assertThat(replay(RIDES, "--out", file.toString())).isEqualTo(2);
        assertThat(err.toString())
                .hasLineCount(1)
                .contains("weir: --out: must be a folder that can be written to; " + file + " is not a folder");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -Dexecution.checkpointing.interval=5s | -D execution.checkpointing.interval: is checkpoint.every in the pipeline file
            -Dnothing                             | -D nothing: must be key=value, has no value
            -Dmetrics.reporters=prom              | -D metrics.reporters: must not be set: it would carry exact counters out of the process
            -Dmetrics.reporter.p.factory.class=P  | -D metrics.reporter.p.factory.class: must not be set: it would carry exact counters
            -Dtraces.reporters=otel               | -D traces.reporters: must not be set: it would carry exact counters
            -Dhigh-availability.type=zookeeper    | -D high-availability.type: must not be set: it would keep exact totals and ids of units
            -Djmx.server.port=9999                | -D jmx.server.port: must not be set: it would carry exact counters
            -Djobmanager.archive.fs.dir=file:/x   | -D jobmanager.archive.fs.dir: must not be set: it would carry exact counters
            -Dexecution.checkpointing.local-backup.enabled=true | -D execution.checkpointing.local-backup.enabled: must not be set: it would keep exact totals and ids of units outside
            -Dstate.backend.local-recovery=true   | -D state.backend.local-recovery: must not be set: it would keep exact totals
            -Dpipeline.max-parallelism=64         | -D pipeline.max-parallelism: is 128 for good
            -Dexecution.runtime-mode=BATCH        | -D execution.runtime-mode must be STREAMING
            -Drest.bind-address=0.0.0.0           | -D rest.bind-address must be a loopback address
            --parallelism=1000                    | --parallelism: must be a whole number from 1 to 128, was 1000
            --agian                               | --agian: unknown; did you mean --again?; see weir replay --help
            """)
    void options_that_cannot_be_are_answered_in_one_line(String option, String expected) {
        assertThat(replay(RIDES, option)).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("weir: " + expected);
        assertThat(out.toString()).isEmpty();
    }
}
