package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.calculator.theorem.ApproximateLoss;
import dev.weir.calculator.theorem.OptimalComposition;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WeirTest {

    private static final String PIPELINE = """
            pipeline: wiki-hourly
            domain: {name: wiki}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0}}
            queries:
              - name: hourly
                key: {field: key, declared: [en, de]}
                window: {tumbling: 1h}
                release: [{count: edits}, {sum: value, as: added, clamp: [0, 1000]}]
                spend: {contributions: 6}
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private Path pipeline;

    @BeforeEach
    void write_the_pipeline() throws IOException {
        pipeline = Files.writeString(folder.resolve("wiki hourly.yaml"), PIPELINE);
    }

    private int weir(String... arguments) {
        return InProcess.weir(out, err, arguments);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_message_of_a_library_that_reads_records_is_not_shown(boolean isLibrary) throws Exception {
        String text = "{\"unit\": rider-17}";
        CommandLine weir = Weir.commandLine();
        CommandLine failing = new CommandLine(new FailingCommand(() -> {
            new ObjectMapper().readTree(isLibrary ? text : "{}");
            throw new NoSuchFileException("the-file");
        }));
        failing.setExecutionExceptionHandler(weir.getExecutionExceptionHandler());
        assertThat(failing.setErr(new PrintWriter(err, true)).execute()).isEqualTo(1);
        assertThat(err.toString())
                .contains(isLibrary ? "stopped by " + JsonParseException.class.getName() : "the-file")
                .doesNotContain("rider");
    }

    @Test
    void the_message_of_a_number_that_cannot_be_read_is_not_shown() {
        CommandLine failing = new CommandLine(new FailingCommand(() -> Integer.parseInt("rider-17")));
        failing.setExecutionExceptionHandler(Weir.commandLine().getExecutionExceptionHandler());
        failing.setErr(new PrintWriter(err, true)).execute();
        assertThat(err.toString())
                .contains("stopped by " + NumberFormatException.class.getName())
                .doesNotContain("rider");
    }

    /** A command that does nothing but fail. */
    @Command(name = "fail")
    private record FailingCommand(Callable<Integer> body) implements Callable<Integer> {

        @Override
        public Integer call() throws Exception {
            return body.call();
        }
    }

    private JsonNode card(String... settings) throws IOException {
        String[] arguments = new String[settings.length + 3];
        arguments[0] = "explain";
        arguments[1] = pipeline.toString();
        arguments[2] = "--json";
        for (int i = 0; i < settings.length; i++) {
            arguments[i + 3] = "--set=" + settings[i];
        }
        assertThat(weir(arguments)).as(err.toString()).isZero();
        return new ObjectMapper().readTree(out.toString());
    }

    @Test
    void explain_writes_the_card_as_the_contract_names_its_fields() throws IOException {
        JsonNode card = card();
        assertThat(card.fieldNames())
                .toIterable()
                .contains("domain", "unit", "neighbours", "budget", "clock", "public", "trusted", "queries");
        JsonNode query = card.get("queries").get(0);
        assertThat(query.fieldNames())
                .toIterable()
                .contains("name", "version", "window", "bounds", "mechanism", "price", "contributions", "values");
        JsonNode value = query.get("values").get(1);
        assertThat(value.fieldNames())
                .toIterable()
                .containsExactly("name", "sensitivity", "scale", "stddev", "error95");
        assertThat(value.get("scale").asDouble()).isEqualTo(12_000);
        assertThat(value.get("stddev").asDouble()).isBetween(16970.5, 16970.6);
    }

    @Test
    void pure_losses_add_and_gaussian_ones_grow_with_the_root_of_periods() throws IOException {
        JsonNode year = card().get("life").get(2);
        assertThat(year.get("epsilon").asDouble()).isEqualTo(365);
        assertThat(year.get("at-delta").get("delta").asDouble()).isEqualTo(1e-6);
        out.getBuffer().setLength(0);
        JsonNode gaussian = card("privacy.budget={epsilon: 1, delta: 1e-6}");
        assertThat(gaussian.get("period").get("epsilon").asDouble()).isBetween(0.999999, 1.000001);
        assertThat(gaussian.get("life").get(1).get("epsilon").asDouble()).isBetween(5.0, 10.0);
        assertThat(gaussian.get("queries")
                        .get(0)
                        .get("in-one-cell")
                        .get("contributions")
                        .asInt())
                .isEqualTo(4);
    }

    /**
     * The expected value is for 365 answers of randomized response at epsilon 1: the binomial sum of the optimal composition
     * theorem.
     */
    @Test
    void a_year_of_pure_losses_is_tight_at_a_small_delta() throws IOException {
        double optimal =
                OptimalComposition.of(ApproximateLoss.pure(1), 365, 1e-6).epsilon();
        assertThat(card().get("life").get(2).get("at-delta").get("epsilon").asDouble())
                .isBetween(optimal * (1 - 1e-9), optimal * (1 + 1e-4));
    }

    @Test
    void a_year_of_gaussian_losses_is_tight() throws IOException {
        JsonNode card = card("privacy.budget={epsilon: 1, delta: 1e-6}");
        double exact = GaussianCurve.epsilon(GaussianCurve.mu(1, 1e-6) * Math.sqrt(365), 1e-6);
        assertThat(card.get("life").get(2).get("epsilon").asDouble()).isBetween(exact * (1 - 1e-9), exact * (1 + 1e-9));
        assertThat(card.get("life").get(2).has("at-delta")).isFalse();
    }

    @Test
    void explain_reads_as_text_too() {
        assertThat(weir("explain", pipeline.toString())).isZero();
        assertThat(out.toString())
                .contains("one user in one UTC day", "discrete Laplace", "6 full-size records", "95 % within");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            explain                               | PIPELINE: must be given; see weir explain --help
            explain P --nonsense                  | --nonsense: unknown; see weir explain --help
            replay P --inptu x --out y            | weir: --inptu: unknown; did you mean --input?; see weir replay --help
            replay P --inptu=x --out y            | weir: --inptu: unknown; did you mean --input?; see weir replay --help
            explian P                             | weir: explian: unknown; did you mean explain?; see weir --help
            calc epsilon --recipe gaussian(sigm=1)*1 --delta 1e-6 | weir: --recipe: sigma must be a number, was missing: should sigm be sigma?
            explain P --expect edit=50            | weir: --expect edit: must be a value that is released: added, edits; did you mean edits?
            explain P --expect edits=0            | weir: --expect edits: must be above 0 and finite, was 0.0
            explain P --parallelism 1000          | --parallelism: must be a whole number from 1 to 128, was 1000
            explain P --parallelism 0             | --parallelism: must be a whole number >= 1, was 0
            explain P --set nonsense              | --set nonsense: --set: must be path.to.field=value
            replay P --input x                    | --out: must be given; see weir replay --help
            replay P                              | --input: must be given; see weir replay --help
            run P --reveal-exact                  | --reveal-exact: unknown; see weir run --help
            nonsense                              | nonsense: unknown; see weir --help
            calc                                  | weir: a calculation must be given; see weir calc --help
            calc walking                          | weir: walking: unknown; see weir calc --help
            calc budget --epsilon 1 --rho 1       | weir: --rho: unknown; see weir calc budget --help
            calc budget --epsilon                 | weir: --epsilon: must be given; see weir calc budget
            -                                     | weir: a command must be given; see weir --help
            """)
    void a_wrong_command_line_is_told_and_gives_2(String line, String expected) {
        String[] arguments = line == null ? new String[0] : line.strip().split(" ");
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = arguments[i].equals("P") ? pipeline.toString() : arguments[i];
        }
        assertThat(weir(arguments)).isEqualTo(2);
        assertThat(err.toString()).contains(expected.strip());
        assertThat(out.toString()).isEmpty();
    }

    /** With twelve full-size records and two values, the deviation of the noise is 12 sqrt(2), 16.97. */
    @Test
    void explain_says_how_large_the_noise_is_beside_an_expected_value() throws IOException {
        assertThat(weir("explain", pipeline.toString(), "--expect", "edits=50", "--expect=added=200"))
                .isZero();
        assertThat(out.toString())
                .contains("hourly edits: noise is 0.34x of 50 (standard deviation 17): the value stands out")
                .contains("hourly added: noise is 85x of 200")
                .contains("are of the noise alone", "records that bounds leave out");
        out.getBuffer().setLength(0);
        assertThat(weir("explain", pipeline.toString(), "--json", "--expect", "edits=50"))
                .isZero();
        JsonNode expected = new ObjectMapper().readTree(out.toString()).get("expected");
        assertThat(expected).hasSize(1);
        assertThat(expected.get(0).get("noise-to-size").asDouble()).isBetween(0.339, 0.34);
    }

    /**
     * A mean's noise shrinks with the number of records, so it is small compared with 27.1, although one of its numbers has
     * noise of 12 000 sqrt(2).
     */
    @Test
    void explain_says_of_a_mean_how_far_it_is_off_with_so_many_records() throws IOException {
        String mean = "--set=queries.0.release.1={mean: value, as: average, clamp: [0, 1000], grid: 1}";
        assertThat(weir("explain", pipeline.toString(), mean, "--expect", "average=27.1@30000"))
                .isZero();
        assertThat(out.toString())
                .contains("hourly average: noise is 0.02x of 27.1 (standard deviation 0.55): it hardly shows");
        out.getBuffer().setLength(0);
        assertThat(weir("explain", pipeline.toString(), mean, "--json", "--expect", "average=27.1@30000"))
                .isZero();
        JsonNode expected =
                new ObjectMapper().readTree(out.toString()).get("expected").get(0);
        assertThat(expected.get("records").asDouble()).isEqualTo(30000);
        assertThat(expected.get("stddev").asDouble()).isBetween(0.54, 0.56);
        assertThat(weir("explain", pipeline.toString(), mean, "--expect", "average=27.1"))
                .isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("--expect average.records=NUMBER");
    }

    @Test
    void a_demo_does_not_replace_what_a_replay_has_left() throws IOException {
        Path out = folder.resolve("out");
        Path ledger = Files.writeString(
                Files.createDirectories(out.resolve("private")).resolve("ledger.jsonl"), "spent");
        Files.writeString(out.resolve("card.json"), "{\"pipeline\":\"demo\",\"domain\":\"wiki\"}");
        assertThat(weir("demo", "--out", out.toString())).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("--again");
        assertThat(ledger).hasContent("spent");
    }

    @Test
    void the_version_is_that_of_the_build_and_names_flinks() {
        assertThat(weir("--version")).isZero();
        assertThat(out.toString()).matches("weir \\d+\\.\\d+\\.\\d+\\S*, Flink \\d+\\.\\d+\\.\\d+, Java \\S+\\R");
    }

    @Test
    void completion_knows_commands_and_options() {
        assertThat(weir("completion")).isZero();
        assertThat(out.toString()).contains("complete -F", "replay", "'--input'", "--reveal-exact", "adopt");
    }

    @Test
    void a_wrong_file_gives_2_and_one_line_a_problem() {
        assertThat(weir("explain", pipeline.toString(), "--set=privacy.unit=household", "--set=pipeline=a b"))
                .isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(2).allMatch(line -> line.startsWith("--set "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "explain --help", "replay --help", "run --help", "calc --help"})
    void help_has_one_example_at_each_level(String line) {
        assertThat(weir(line.split(" "))).isZero();
        assertThat(out.toString()).containsOnlyOnce("Example:").contains("  weir ");
    }
}
