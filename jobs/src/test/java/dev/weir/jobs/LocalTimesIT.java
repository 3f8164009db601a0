package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays the example with local times in no order, over the night in which the clocks go back. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LocalTimesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final DateTimeFormatter GERMAN = DateTimeFormatter.ofPattern("dd.MM.uuuu HH:mm:ss");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private static Path example(String name) {
        return Snippet.repository().resolve("examples").resolve(name);
    }

    /** A sale of the example: date and time, card, branch and price. */
    private record Sale(LocalDateTime time, String branch, BigDecimal price) {

        static Sale of(String line) {
            String[] fields = line.split(";", -1);
            return new Sale(LocalDateTime.parse(fields[0], GERMAN), fields[2], new BigDecimal(fields[3]));
        }

        /** The branch and the start of the day of Berlin. */
        String cell() {
            return branch + " " + time.toLocalDate().atStartOfDay(BERLIN).toInstant();
        }
    }

    private static List<Sale> sales() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(example("bakery.csv.gz"))), StandardCharsets.UTF_8))) {
            return lines.lines().skip(1).map(Sale::of).toList();
        }
    }

    @Test
    void every_sale_counts_in_the_day_of_its_place_in_whatever_order_the_file_is() throws Exception {
        Map<String, Long> counts = new TreeMap<>();
        Map<String, BigDecimal> turnover = new TreeMap<>();
        List<Sale> sales = sales();
        sales.stream().filter(sale -> sale.price().signum() > 0).forEach(sale -> {
            counts.merge(sale.cell(), 1L, Long::sum);
            turnover.merge(sale.cell(), sale.price().setScale(2), BigDecimal::add);
        });
        Path out = replay();
        Map<String, Long> found = new TreeMap<>();
        for (String line : Files.readAllLines(out.resolve("private/exact.jsonl"))) {
            JsonNode row = JSON.readTree(line);
            String cell =
                    row.get("key").asText() + " " + row.at("/window/start").asText();
            found.put(cell, row.at("/values/sales/value").asLong());
            assertThat(new BigDecimal(row.at("/values/turnover/value").asText()))
                    .isEqualByComparingTo(turnover.get(cell));
        }
        assertThat(found).hasSize(6).isEqualTo(counts);
        long twice = sales.stream()
                .filter(sale -> sale.time().toLocalDate().getDayOfMonth() == 25
                        && sale.time().getHour() == 2)
                .count();
        JsonNode counters = JSON.readTree(out.resolve("private/counters.json").toFile());
        assertThat(twice).isPositive();
        assertThat(counters.findValue("ambiguous").asLong()).isEqualTo(twice);
    }

    private Path replay() {
        Path out = dir.resolve("out");
        int status = Weir.commandLine()
                .execute(
                        "replay",
                        example("bakery.yaml").toString(),
                        "--input=" + example("bakery.csv.gz"),
                        "--out=" + out,
                        "--sort",
                        "--reveal-exact",
                        "--parallelism=2",
                        "--quiet");
        assertThat(status).isZero();
        return out;
    }
}
