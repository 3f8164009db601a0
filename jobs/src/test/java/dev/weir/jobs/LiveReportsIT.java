package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.accountant.local.estimate.Support;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.Messages;
import dev.weir.operators.aggregate.Estimate;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a gateway that draws local reports and, on its topic, a pipeline that estimates from them, each in a process that is killed.
 *
 * <p>Eight estimates are compared with what people answered. That one is off by more than six standard errors has probability below
 * 1e-7 in all, by binomial tails, and that the sum of their squares is outside of [1e-7, 1 - 1e-7] of chi-square at most 4e-7.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class LiveReportsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> OPTIONS = List.of("GB", "DE", "FR", "none");
    private static final CategoryQuestion COUNTRY = CategoryQuestion.of("country", OPTIONS, BigDecimal.ONE);

    /** How many people send a report every day: more by {@code -Dweir.people=34000 -DargLine=-Dweir.people=34000}. */
    private static final int REPORTS = Integer.getInteger("weir.people", 600);

    /** Periods are past, because no window closes before the wall clock has passed its end. */
    private final long first = LocalDate.now(ZoneOffset.UTC).toEpochDay() - 10;

    private static final String GATEWAY = """
            pipeline: gateway
            kind: encode
            domain: {name: gateway}
            source:
              kafka: {brokers: "%s", topic: people}
              format: csv
              columns: [time, person, country]
              time: time
              unit: person
            clock: {by: record-time, trusted: true, delay: 0s, max-skew: 31d, idle: 20m, start: "%sT00:00:00Z"}
            report: {question: country, field: country, mechanism: subset-selection, epsilon: 1, options: [GB, DE, FR, none]}
            allowance: {per: day, reports: 1}
            sink: {kafka: {topic: country-reports}}
            checkpoint: {every: 300ms, dir: "%s"}
            """;

    private static final String PIPELINE = """
            pipeline: countries
            kind: reports
            domain: {name: survey}
            source: {kafka: {brokers: "%s", topic: country-reports}}
            clock: {by: record-time, trusted: true, delay: 0s, max-skew: 31d, idle: 20m, start: "%sT00:00:00Z"}
            report: {question: country, mechanism: subset-selection, epsilon: 1, options: [GB, DE, FR, none]}
            window: {sliding: 2d, every: 1d}
            estimate: {minimum-reports: 100}
            sink: {kafka: {topic: countries-estimated}}
            checkpoint: {every: 300ms, dir: "%s"}
            """;

    @TempDir
    Path folder = Path.of("");

    /** Sends records of a day to both partitions of the gateway's input, and waits until a report of each is there. */
    private void send(EmbeddedBroker broker, WeirProcess gateway, long day) throws Exception {
        int before = reports(broker).size();
        for (int partition = 0; partition < 2; partition++) {
            List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
            for (int i = partition; i < REPORTS; i += 2) {
                String record = LocalDate.ofEpochDay(day) + "T12:00:00Z,person-" + i + "," + OPTIONS.get(i % 3);
                records.add(record("people", partition, record));
            }
            Messages.send(broker.address(), Map.of(), records);
        }
        gateway.await(() -> reports(broker).size() >= before + REPORTS);
    }

    private static List<LocalReport> reports(EmbeddedBroker broker) {
        List<LocalReport> reports = new ArrayList<>();
        broker.read("country-reports", message -> {
            String text = new String(message.value(), StandardCharsets.UTF_8);
            if (message.key() != null) {
                reports.add(LocalReport.parse(text));
            }
        });
        return reports;
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, int partition, String text) {
        return new ProducerRecord<>(topic, partition, null, text.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, List<String>> released(EmbeddedBroker broker) {
        Map<String, List<String>> released = new TreeMap<>();
        broker.read("countries-estimated", row -> released.computeIfAbsent(
                        new String(row.key(), StandardCharsets.UTF_8), id -> new ArrayList<>())
                .add(new String(row.value(), StandardCharsets.UTF_8)));
        return released;
    }

    private static List<String> letters(EmbeddedBroker broker) {
        List<String> letters = new ArrayList<>();
        broker.read(
                "countries-dead-letter",
                letter -> letters.add(
                        new String(letter.headers().lastHeader("code").value(), StandardCharsets.UTF_8)));
        return letters;
    }

    private WeirProcess start(Path file, String name) throws Exception {
        return WeirProcess.start(folder, name, "run", file.toString(), "--parallelism", "2");
    }

    private Path file(EmbeddedBroker broker, String name, String pipeline) throws Exception {
        return Files.writeString(
                folder.resolve(name + ".yaml"),
                pipeline.formatted(
                        broker.address(),
                        LocalDate.ofEpochDay(first),
                        folder.resolve(name).toUri()));
    }

    @Test
    @Timeout(600)
    void every_record_has_one_report_and_every_estimate_one_value_though_both_jobs_are_killed(EmbeddedBroker broker)
            throws Exception {
        createTopics(broker);
        Path gateway = file(broker, "gateway", GATEWAY);
        Path countries = file(broker, "countries", PIPELINE);
        try (WeirProcess draws = start(gateway, "draws")) {
            send(broker, draws, first);
            send(broker, draws, first + 1);
            assertThat(draws.stop("KILL")).isEqualTo(137);
        }
        try (WeirProcess estimates = start(countries, "estimates")) {
            estimates.await(() -> windows(broker) >= 1);
            assertThat(estimates.stop("KILL")).isEqualTo(137);
        }
        sendStrangers(broker);
        try (WeirProcess draws = start(gateway, "draws-on")) {
            send(broker, draws, first + 2);
            assertThat(draws.stop("TERM")).isEqualTo(143);
        }
        try (WeirProcess estimates = start(countries, "estimates-on")) {
            estimates.await(() -> windows(broker) >= 2 && letters(broker).size() >= 2);
            assertThat(estimates.stop("TERM")).isEqualTo(143);
        }
        assertThat(reports(broker)).hasSize(3 * REPORTS);
        assertThat(letters(broker)).containsExactlyInAnyOrder("LATE", "MALFORMED");
        // a copy of a row may come again after a kill, byte for byte
        released(broker).values().forEach(rows -> assertThat(Set.copyOf(rows)).hasSize(1));
        assertWindow(broker, first + 1, first);
        assertWindow(broker, first + 2, first);
    }

    private static void createTopics(EmbeddedBroker broker) throws Exception {
        for (String topic : List.of("people", "country-reports")) {
            broker.createTopic(topic, 2, Map.of("message.timestamp.type", "LogAppendTime"));
        }
        broker.createTopic("countries-dead-letter", 1, Map.of());
    }

    /** Sends a report about a day whose window is closed, and what is no report. */
    private static void sendStrangers(EmbeddedBroker broker) throws Exception {
        String late = reports(broker).get(0).json();
        Messages.send(
                broker.address(),
                Map.of(),
                List.of(record("country-reports", 0, late), record("country-reports", 0, "no report")));
    }

    /** How many windows that end behind the first day have been published. */
    private static long windows(EmbeddedBroker broker) {
        return released(broker).size() / OPTIONS.size();
    }

    /** The window that ends with a day has the estimates of two days of reports. */
    private void assertWindow(EmbeddedBroker broker, long end, long from) throws Exception {
        Support support = new Support(COUNTRY.mechanism());
        reports(broker).stream()
                .filter(report -> report.period() >= Math.max(from, end - 2) && report.period() < end)
                .forEach(report -> support.add(report.bytes()));
        double squares = 0;
        for (int option = 0; option < OPTIONS.size(); option++) {
            JsonNode row = row(broker, OPTIONS.get(option), end);
            assertThat(row.at("/values/count/value").decimalValue())
                    .isEqualByComparingTo(
                            Estimate.decimal(support.estimates().get(option).value()));
            assertThat(row.at("/values/reports/value").asLong()).isEqualTo(support.reports());
            double answered = option == 3 ? 0 : support.reports() / 3.0;
            double error = (row.at("/values/count/value").asDouble() - answered)
                    / row.at("/values/count/stddev").asDouble();
            assertThat(error).isBetween(-6.0, 6.0);
            squares += error * error;
        }
        // errors add up to 0, because every report names as many options
        double chiSquare = new ChiSquaredDistribution(3).cumulativeProbability(squares * 3 / 4);
        assertThat(chiSquare).isBetween(1e-7, 1 - 1e-7);
    }

    private static JsonNode row(EmbeddedBroker broker, String option, long end) throws Exception {
        String id = "survey/country/1/" + option + "/" + end * 86_400_000L;
        return JSON.readTree(released(broker).getOrDefault(id, List.of("{}")).get(0));
    }
}
