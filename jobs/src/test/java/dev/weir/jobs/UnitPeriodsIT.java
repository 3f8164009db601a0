package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replays an example of local days and weeks as it is, and with units of other periods, which its days cross. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UnitPeriodsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final int CONTRIBUTIONS = 2;
    private static final Set<String> COUNTRIES = Set.of("France", "Germany", "United Kingdom");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static Path orders() {
        return Snippet.repository().resolve("examples").resolve("orders.csv.gz");
    }

    /** In every period a customer counts in the first cells alone, as many as the share affords, each made of a country and a day. */
    private static Map<String, Long> expected(ZoneId zone, UnaryOperator<LocalDate> period) throws IOException {
        Map<String, Set<String>> counted = new HashMap<>();
        Map<String, Long> cells = new TreeMap<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(orders())), StandardCharsets.UTF_8))) {
            for (String line : lines.lines().skip(1).toList()) {
                List<String> fields = List.of(line.split(",", -1));
                Instant time = Instant.parse(fields.get(0));
                LocalDate day = time.atZone(BERLIN).toLocalDate();
                String cell = fields.get(2) + " " + day.atStartOfDay(BERLIN).toInstant();
                LocalDate start = period.apply(time.atZone(zone).toLocalDate());
                Set<String> own = counted.computeIfAbsent(fields.get(1) + " " + start, unit -> new HashSet<>());
                if (COUNTRIES.contains(fields.get(2)) && own.size() < CONTRIBUTIONS && own.add(cell)) {
                    cells.merge(cell, 1L, Long::sum);
                }
            }
        }
        return cells;
    }

    @ParameterizedTest
    @CsvSource({
        "user-per-week, UTC, 2",
        "user-per-month, UTC, 1",
        "user-per-week, Europe/Berlin, 2",
        "user-per-month, Pacific/Apia, 2"
    })
    void a_customer_has_one_account_a_week_or_a_month_of_the_zone(String unit, String zone, int parallelism)
            throws Exception {
        Map<String, Long> expected = expected(
                ZoneId.of(zone),
                unit.equals("user-per-week")
                        ? date -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                        : date -> date.withDayOfMonth(1));
        Map<String, Long> found = new TreeMap<>();
        for (String line : Files.readAllLines(replay(unit, zone, parallelism).resolve("private/exact.jsonl"))) {
            JsonNode row = JSON.readTree(line);
            found.put(
                    row.get("key").asText() + " " + row.at("/window/start").asText(),
                    row.at("/values/customers/value").asLong());
        }
        found.values().removeIf(count -> count == 0);
        assertThat(expected).hasSizeGreaterThan(100);
        assertThat(found).isEqualTo(expected);
    }

    private Path replay(String unit, String zone, int parallelism) throws IOException {
        String example = Files.readString(Snippet.repository().resolve("examples/orders-berlin.yaml"));
        String text = example.replaceFirst("(?m)^  unit: \\S+", "  unit: " + unit)
                .replaceFirst("(?m)^  zone: \\S+", "  zone: " + zone);
        assertThat(text.equals(example)).isEqualTo(unit.equals("user-per-week") && zone.equals("Europe/Berlin"));
        Path file = Files.writeString(folder.resolve("periods.yaml"), text);
        Path out = folder.resolve("out");
        int status = Weir.commandLine()
                .execute(
                        "replay",
                        file.toString(),
                        "--input=" + orders(),
                        "--out=" + out,
                        "--reveal-exact",
                        "--parallelism=" + parallelism,
                        "--quiet");
        assertThat(status).isZero();
        return out;
    }
}
