package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.accountant.local.IntervalResponse;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.noise.Randomness;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replays reports of a known population through a topic. All reports are drawn from fixed seeds, and estimates are functions of
 * reports, so that nothing here can fail by chance.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReportsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PEOPLE = 100_000;
    private static final long DAY = 20_514;
    private static final List<String> OPTIONS =
            IntStream.range(0, 12).mapToObj(i -> "option-" + i).toList();
    private static final CategoryQuestion CHOICE = CategoryQuestion.of("choice", OPTIONS, BigDecimal.ONE);
    private static final String HEAD = """
            pipeline: reports
            kind: reports
            domain: {name: survey}
            """;
    private static final String CHOICES = HEAD + """
            report: {question: choice, mechanism: subset-selection, epsilon: 1, options: [%s]}
            window: {tumbling: 1d}
            estimate: {consistent: true, minimum-reports: 1000}
            """.formatted(String.join(", ", OPTIONS));

    @TempDir
    Path folder = Path.of("");

    /** Option i of twelve is chosen by i + 1 of 78 people on the first day, and the other way round on the second. */
    private static int chosen(int person) {
        int at = person % 78;
        int option = (int) ((Math.sqrt(8.0 * at + 1) - 1) / 2);
        return person < PEOPLE / 2 ? option : 11 - option;
    }

    private static long day(int person) {
        return person < PEOPLE / 2 ? DAY : DAY + 1;
    }

    private static List<String> choices() {
        Randomness randomness = new SplittableRandom(1)::nextLong;
        List<String> lines = new ArrayList<>();
        for (int person = 0; person < PEOPLE; person++) {
            lines.add(CHOICE.report(OPTIONS.get(chosen(person)), day(person), randomness)
                    .json());
        }
        return lines;
    }

    private Path replay(String name, String pipeline, List<String> lines, int parallelism) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".yaml"), pipeline);
        Path input = Files.write(folder.resolve(name + ".jsonl"), lines);
        Path out = folder.resolve(name + parallelism);
        int status = Weir.commandLine()
                .execute(
                        "replay",
                        file.toString(),
                        "--input",
                        input.toString(),
                        "--out",
                        out.toString(),
                        "--parallelism",
                        "" + parallelism,
                        "--quiet");
        assertThat(status).isZero();
        return out;
    }

    private static List<JsonNode> rows(Path file) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    /**
     * Errors of all options of a window, in standard errors. Subset selection names as many options in every report, so that
     * errors add up to 0 and their squares, times 11 / 12, have about the chi-square distribution of 11 degrees of freedom.
     */
    private static double[] errors(List<JsonNode> rows, int day) {
        double[] errors = new double[OPTIONS.size()];
        for (JsonNode row : rows.subList(12 * day, 12 * day + 12)) {
            int option = OPTIONS.indexOf(row.get("key").asText());
            long truth = IntStream.range(0, PEOPLE)
                    .filter(person -> day(person) == DAY + day && chosen(person) == option)
                    .count();
            JsonNode count = row.at("/values/count");
            errors[option] = (count.get("value").asDouble() - truth)
                    / count.get("stddev").asDouble();
        }
        return errors;
    }

    private static double chiSquare(double[] errors) {
        double squares = 0;
        for (double error : errors) {
            squares += error * error * 11 / 12;
        }
        return new ChiSquaredDistribution(11).cumulativeProbability(squares);
    }

    @Test
    void estimates_of_a_hundred_thousand_reports_are_as_far_off_as_they_say() throws Exception {
        List<String> lines = choices();
        Path out = replay("choices", CHOICES, lines, 1);
        List<JsonNode> rows = rows(out.resolve("released.jsonl"));
        assertThat(rows).hasSize(24);
        for (int day = 0; day < 2; day++) {
            double[] errors = errors(rows, day);
            assertThat(java.util.Arrays.stream(errors)).allMatch(error -> Math.abs(error) < 4.5);
            assertThat(chiSquare(errors)).isBetween(0.001, 0.999);
            double consistent = rows.subList(12 * day, 12 * day + 12).stream()
                    .mapToDouble(row -> row.at("/values/count/consistent").asDouble())
                    .sum();
            assertThat(consistent).isCloseTo(PEOPLE / 2.0, org.assertj.core.api.Assertions.within(1e-6));
        }
        assertThat(rows.get(0).at("/values/reports/value").asLong()).isEqualTo(PEOPLE / 2);
        assertThat(rows.get(0).get("release").asText()).isEqualTo("survey/choice/1/option-0/1772496000000");
        // a wrong truth is told from the right one: the days are exchanged
        List<JsonNode> exchanged = new ArrayList<>(rows.subList(12, 24));
        exchanged.addAll(rows.subList(0, 12));
        assertThat(chiSquare(errors(exchanged, 0))).isGreaterThan(0.999);
        List<String> other =
                Files.readAllLines(replay("choices", CHOICES, lines, 2).resolve("released.jsonl"));
        assertThat(other).isEqualTo(Files.readAllLines(out.resolve("released.jsonl")));
    }

    @Test
    void strangers_are_dead_letters_by_their_codes_and_change_nothing() throws Exception {
        Randomness randomness = new SplittableRandom(2)::nextLong;
        List<String> lines = new ArrayList<>(choices().subList(0, 2000));
        Path alone = replay("alone", CHOICES, lines, 2);
        LocalReport good = CHOICE.report("option-3", DAY, randomness);
        CategoryQuestion turned = CategoryQuestion.of("choice", OPTIONS.subList(1, 12), BigDecimal.ONE);
        List<String> strangers = List.of(
                CategoryQuestion.of("other", OPTIONS, BigDecimal.ONE)
                        .report("option-1", DAY, randomness)
                        .json(),
                turned.report("option-1", DAY, randomness).json(),
                new LocalReport("choice", CHOICE.id(), 24 * DAY, good.body()).json(),
                new LocalReport("choice", CHOICE.id(), DAY - 1, good.body()).json(),
                new LocalReport("choice", CHOICE.id(), DAY, good.body() + "AA").json(),
                good.json() + "x");
        lines.addAll(100, strangers);
        Collections.swap(lines, 10, 1000);
        Path out = replay("strangers", CHOICES, lines, 2);
        assertThat(Files.readAllLines(out.resolve("released.jsonl")))
                .isEqualTo(Files.readAllLines(alone.resolve("released.jsonl")));
        JsonNode rejected =
                JSON.readTree(out.resolve("private/counters.json").toFile()).at("/choice/rejected");
        for (String code : List.of("QUESTION", "MECHANISM", "BODY", "MALFORMED")) {
            assertThat(rejected.get(code).asInt()).as(code).isEqualTo(1);
        }
        assertThat(rejected.get("PERIOD").asInt()).isEqualTo(2);
        assertThat(codes(out)).containsExactly("BODY", "MALFORMED", "MECHANISM", "PERIOD", "QUESTION");
    }

    private static Set<String> codes(Path out) throws IOException {
        Set<String> codes = new TreeSet<>();
        for (JsonNode letter : rows(out.resolve("private/dead-letter.jsonl"))) {
            codes.add(letter.get("code").asText());
        }
        return codes;
    }

    /** Numbers from 0 to 24 in steps of 0.25, over windows of two days that end every day. */
    @Test
    void a_mean_is_as_far_off_as_it_says_in_windows_that_slide() throws Exception {
        IntervalResponse mechanism = IntervalResponse.of(
                NumberQuestion.steps(BigDecimal.ZERO, BigDecimal.valueOf(24), new BigDecimal("0.25")),
                BigDecimal.valueOf(2));
        NumberQuestion hours = new NumberQuestion("hours", new BigDecimal("0.25"), mechanism);
        Randomness randomness = new SplittableRandom(3)::nextLong;
        List<String> lines = new ArrayList<>();
        double[] sums = new double[2];
        for (int person = 0; person < 20_000; person++) {
            int day = person / 10_000;
            double value = day == 0 ? 6 + person % 5 * 0.5 : 8;
            sums[day] += value;
            lines.add(hours.report(BigDecimal.valueOf(value), DAY + day, randomness)
                    .json());
        }
        String pipeline = HEAD + """
                report: {question: hours, mechanism: interval, epsilon: 2, range: [0, 24], grid: 0.25}
                window: {sliding: 2d, every: 1d}
                """;
        List<JsonNode> rows = rows(replay("hours", pipeline, lines, 2).resolve("released.jsonl"));
        double[] truths = {sums[0] / 10_000, (sums[0] + sums[1]) / 20_000, sums[1] / 10_000};
        assertThat(rows).hasSize(3);
        for (int window = 0; window < 3; window++) {
            JsonNode mean = rows.get(window).at("/values/mean");
            double error = mean.get("stddev").asDouble();
            assertThat(error).isBetween(0.02, 0.13);
            assertThat(mean.get("value").asDouble() - truths[window]).isBetween(-4.5 * error, 4.5 * error);
        }
        assertThat(rows.get(0).at("/values/mean/value").asDouble()).isLessThan(truths[2] - 0.2);
    }

    @Test
    void a_sample_is_checked_without_publishing() throws Exception {
        Path file = Files.writeString(folder.resolve("check.yaml"), CHOICES);
        Path input = Files.write(folder.resolve("check.jsonl"), choices().subList(0, 500));
        java.io.StringWriter out = new java.io.StringWriter();
        picocli.CommandLine command = Weir.commandLine();
        command.setOut(new java.io.PrintWriter(out));
        command.setErr(new java.io.PrintWriter(out));
        assertThat(command.execute("check", file.toString(), "--input", input.toString()))
                .isZero();
        assertThat(out.toString())
                .contains("1 windows end with reports, of 500 to 500 reports each")
                .contains("estimate.minimum-reports: 1 of 1 windows have fewer and are withheld");
    }
}
