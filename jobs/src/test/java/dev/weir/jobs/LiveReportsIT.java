package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.accountant.local.estimate.Support;
import dev.weir.accountant.noise.Randomness;
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
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs a pipeline of local reports against a broker in a process that is killed. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class LiveReportsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> OPTIONS = List.of("GB", "DE", "FR", "none");
    private static final CategoryQuestion COUNTRY = CategoryQuestion.of("country", OPTIONS, BigDecimal.ONE);
    private static final int REPORTS = 600;

    /** Periods are past, because no window closes before the wall clock has passed its end. */
    private final long first = LocalDate.now(ZoneOffset.UTC).toEpochDay() - 10;

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

    private final Randomness randomness = new SplittableRandom(12)::nextLong;
    private final List<LocalReport> sent = new ArrayList<>();

    /** Sends reports of a day to both partitions. */
    private void send(EmbeddedBroker broker, long day) throws Exception {
        for (int partition = 0; partition < 2; partition++) {
            List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
            for (int i = 0; i < REPORTS / 2; i++) {
                LocalReport report = COUNTRY.report(OPTIONS.get(i % 3), day, randomness);
                sent.add(report);
                records.add(record(partition, report.json()));
            }
            Messages.send(broker.address(), Map.of(), records);
        }
    }

    private static ProducerRecord<byte[], byte[]> record(int partition, String text) {
        return new ProducerRecord<>("country-reports", partition, null, text.getBytes(StandardCharsets.UTF_8));
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

    @Test
    void every_estimate_has_one_value_though_the_job_is_killed(EmbeddedBroker broker) throws Exception {
        broker.createTopic("country-reports", 2, Map.of("message.timestamp.type", "LogAppendTime"));
        broker.createTopic("countries-dead-letter", 1, Map.of());
        Path file = Files.writeString(
                folder.resolve("countries.yaml"),
                PIPELINE.formatted(
                        broker.address(),
                        LocalDate.ofEpochDay(first),
                        folder.resolve("checkpoints").toUri()));
        send(broker, first);
        send(broker, first + 1);
        try (WeirProcess weir = start(file, "first")) {
            weir.await(() -> windows(broker) >= 1);
            assertThat(weir.stop("KILL")).isEqualTo(137);
        }
        String late = COUNTRY.report("GB", first, randomness).json();
        Messages.send(broker.address(), Map.of(), List.of(record(0, late), record(0, "no report")));
        send(broker, first + 2);
        try (WeirProcess weir = start(file, "second")) {
            weir.await(() -> windows(broker) >= 2 && letters(broker).size() >= 2);
            assertThat(weir.stop("TERM")).isEqualTo(143);
        }
        assertThat(letters(broker)).containsExactlyInAnyOrder("LATE", "MALFORMED");
        // a copy of a row may come again after a kill, byte for byte
        released(broker).values().forEach(rows -> assertThat(Set.copyOf(rows)).hasSize(1));
        assertWindow(broker, first + 1, first);
        assertWindow(broker, first + 2, first);
    }

    /** How many windows that end behind the first day have been published. */
    private static long windows(EmbeddedBroker broker) {
        return released(broker).size() / OPTIONS.size();
    }

    /** The window that ends with a day has the estimates of two days of reports. */
    private void assertWindow(EmbeddedBroker broker, long end, long from) throws Exception {
        Support support = new Support(COUNTRY.mechanism());
        sent.stream()
                .filter(report -> report.period() >= Math.max(from, end - 2) && report.period() < end)
                .forEach(report -> support.add(report.bytes()));
        for (int option = 0; option < OPTIONS.size(); option++) {
            String id = "survey/country/1/" + OPTIONS.get(option) + "/" + end * 86_400_000L;
            JsonNode row = JSON.readTree(
                    released(broker).getOrDefault(id, List.of("{}")).get(0));
            assertThat(row.at("/values/count/value").decimalValue())
                    .isEqualByComparingTo(
                            Estimate.decimal(support.estimates().get(option).value()));
            assertThat(row.at("/values/reports/value").asLong()).isEqualTo(support.reports());
        }
    }
}
