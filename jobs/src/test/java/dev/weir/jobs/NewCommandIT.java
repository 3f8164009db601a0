package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Takes files of five unlike forms from nothing but the file to released rows, in two commands, and counts their records again. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class NewCommandIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The tolerance, in standard deviations of Laplace noise. Each row is further off with probability exp(-18 sqrt 2) < 1e-11; there are
     * at most 40 values.
     */
    private static final double FAR = 18;

    private static final Instant START = Instant.parse("2026-03-02T06:00:00Z");
    private static final List<String> PLACES = List.of("harbour", "market");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    /**
     * A form of a file.
     *
     * @param name of the file
     * @param header its first line
     * @param separator of its columns
     * @param time how a time is written
     * @param options of the command, but for those that all have
     */
    record Form(String name, String header, String separator, Function<Instant, String> time, List<String> options) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Form> forms() {
        DateTimeFormatter german = DateTimeFormatter.ofPattern("dd.MM.uuuu HH:mm:ss");
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        return Stream.of(
                new Form("plain", "when,who,where,fare", ",", Instant::toString, List.of()),
                new Form(
                        "quoted",
                        "\"Time of ride\",\"Card, no.\",\"Place (\"\"zone\"\")\",\"Fare paid\"",
                        ",",
                        Instant::toString,
                        List.of("--unit", "Card, no.", "--key", "Place (\"zone\")", "--sum", "Fare paid")),
                new Form(
                        "semicolons",
                        "when;who;where;fare",
                        ";",
                        time -> time.atZone(berlin).format(german),
                        List.of("--time-zone", "Europe/Berlin")),
                new Form(
                        "local",
                        "when\twho\twhere\tfare",
                        "\t",
                        time -> LocalDateTime.ofInstant(time, ZoneOffset.UTC)
                                .toString()
                                .replace('T', ' '),
                        List.of("--time-zone", "UTC")),
                new Form("epoch", "when|who|where|fare", "|", time -> Long.toString(time.getEpochSecond()), List.of()));
    }

    /** Four hundred rides of two hundred people in ten hours; nobody has more than two. */
    private Path data(Form form) throws IOException {
        List<String> lines = new ArrayList<>(List.of(form.header()));
        IntStream.range(0, 400)
                .mapToObj(ride -> String.join(
                        form.separator(),
                        form.time().apply(time(ride)),
                        "p" + ride % 200,
                        PLACES.get(ride % 2),
                        fare(ride)))
                .forEach(lines::add);
        return Files.write(dir.resolve(form.name() + ".csv"), lines);
    }

    private static Instant time(int ride) {
        return START.plusSeconds(60 + ride * 87L / 60 * 60);
    }

    private static String fare(int ride) {
        return BigDecimal.valueOf(250 + ride, 2).toString();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void a_file_of_any_form_becomes_rows_in_two_commands(Form form) throws IOException {
        Path input = data(form);
        Path file = dir.resolve(form.name() + ".yaml");
        StringWriter err = new StringWriter();
        assertThat(weir(err, options(form, input, file))).as(err.toString()).isZero();
        assertThat(err.toString()).contains("weir explain " + file, "weir replay " + file);
        assertThat(Files.readString(file)).doesNotContain("p17", fare(3), "2026");
        Path out = dir.resolve(form.name());
        assertThat(weir(err, List.of("replay", file.toString(), "--input", input.toString(), "--out", out.toString())))
                .as(err.toString())
                .isZero();
        assertRows(out);
    }

    private static List<String> options(Form form, Path input, Path file) {
        Map<String, String> options =
                new TreeMap<>(Map.of("--protect", "user-per-day", "--unit", "who", "--key", "where", "--sum", "fare"));
        for (int i = 0; i < form.options().size(); i += 2) {
            options.put(form.options().get(i), form.options().get(i + 1));
        }
        options.putAll(Map.of(
                "--input",
                input.toString(),
                "--to",
                file.toString(),
                "--keys",
                "harbour, market",
                "--window",
                "1h",
                "--clamp",
                "0,10"));
        options.put("--epsilon", "8");
        return Stream.concat(
                        Stream.of("new"),
                        options.entrySet().stream().flatMap(option -> Stream.of(option.getKey(), option.getValue())))
                .toList();
    }

    /** Nobody has more records than the account affords, so that every row differs from its recount by noise alone. */
    private static void assertRows(Path out) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        Map<String, BigDecimal> fares = new TreeMap<>();
        for (int ride = 0; ride < 400; ride++) {
            String cell = PLACES.get(ride % 2) + " " + time(ride).truncatedTo(ChronoUnit.HOURS);
            counts.merge(cell, 1L, Long::sum);
            fares.merge(cell, new BigDecimal(fare(ride)), BigDecimal::add);
        }
        List<String> lines = Files.readAllLines(out.resolve("released.jsonl"));
        assertThat(lines).hasSameSizeAs(counts.keySet()).hasSizeGreaterThan(10);
        for (String line : lines) {
            JsonNode row = JSON.readTree(line);
            String cell =
                    row.get("key").asText() + " " + row.at("/window/start").asText();
            JsonNode sum = row.get("values").properties().stream()
                    .filter(value -> !value.getKey().equals("records"))
                    .findFirst()
                    .orElseThrow()
                    .getValue();
            assertNear(
                    row.at("/values/records"), counts.getOrDefault(cell, -1000L).doubleValue());
            assertNear(sum, fares.getOrDefault(cell, BigDecimal.TEN.negate()).doubleValue());
        }
    }

    private static void assertNear(JsonNode released, double exact) {
        assertThat(released.get("value").asDouble())
                .isEqualTo(exact, within(FAR * released.get("stddev").asDouble()));
    }

    @Test
    void what_is_missing_is_asked_for_by_its_option_and_nothing_is_written() throws IOException {
        Form form = forms().findFirst().orElseThrow();
        Path file = dir.resolve("x.yaml");
        StringWriter err = new StringWriter();
        assertThat(weir(err, List.of("new", "--input", data(form).toString(), "--to", file.toString())))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "--protect: must be given",
                        "--unit: must be given",
                        "--key: must be given",
                        "--window: must be given")
                .doesNotContain("p17", "harbour");
        assertThat(file).doesNotExist();
    }

    @Test
    void days_and_months_that_the_lines_leave_open_are_asked_for() throws IOException {
        Path input = Files.writeString(dir.resolve("open.csv"), "at,who\n1/2/2026 8:30,ann\n3/4/2026 9:30,ben\n");
        StringWriter err = new StringWriter();
        assertThat(weir(
                        err,
                        List.of(
                                "new",
                                "--input",
                                input.toString(),
                                "--to",
                                dir.resolve("y.yaml").toString())))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--time-format: must be given").contains("d/M/uuuu H:mm or M/d/uuuu H:mm");
    }

    @Test
    void a_file_that_exists_stays_as_it_is() throws IOException {
        Form form = forms().findFirst().orElseThrow();
        Path file = Files.writeString(dir.resolve("mine.yaml"), "mine");
        assertThat(weir(new StringWriter(), options(form, data(form), file))).isEqualTo(2);
        assertThat(file).hasContent("mine");
    }

    private static int weir(StringWriter err, List<String> arguments) {
        return InProcess.weir(err, err, arguments.toArray(String[]::new));
    }
}
