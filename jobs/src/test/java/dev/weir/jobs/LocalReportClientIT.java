package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.accountant.local.estimate.Support;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.embedded.JavaProcess;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The example of a client compiles and runs as it stands, without Flink, and its report can be counted. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class LocalReportClientIT {

    private static final String TOPIC = "local-reports";

    @TempDir
    Path folder = Path.of("");

    private Process client(EmbeddedBroker broker, String person) throws Exception {
        Process process = JavaProcess.of(List.of(
                        "../examples/LocalReportClient.java",
                        broker.address(),
                        TOPIC,
                        folder.resolve(person).toString()))
                .redirectOutput(Redirect.INHERIT)
                .redirectError(Redirect.INHERIT)
                .start();
        try (Writer answer = process.outputWriter(StandardCharsets.UTF_8)) {
            answer.write("DE\n");
        }
        return process;
    }

    private static void succeeds(Process client) throws InterruptedException {
        assertThat(client.waitFor(240, TimeUnit.SECONDS)).isTrue();
        assertThat(client.exitValue()).isZero();
    }

    @Test
    void a_person_sends_one_report_a_day(EmbeddedBroker broker) throws Exception {
        broker.createTopic(TOPIC, 1, Map.of());
        Process first = client(broker, "one");
        Process atOnce = client(broker, "one");
        succeeds(first);
        succeeds(atOnce);
        succeeds(client(broker, "one"));
        succeeds(client(broker, "other"));
        List<String> reports = new ArrayList<>();
        broker.read(TOPIC, message -> reports.add(new String(message.value(), StandardCharsets.UTF_8)));
        // a day may end between two of the four
        assertThat(reports).hasSizeBetween(2, 3);
        CategoryQuestion country =
                CategoryQuestion.of("country", List.of("GB", "DE", "FR", "none"), new BigDecimal("1"));
        Support support = new Support(country.mechanism());
        for (String report : reports) {
            JsonNode fields = new ObjectMapper().readTree(report);
            LocalReport read = new LocalReport(
                    fields.get("q").asText(),
                    fields.get("m").asText(),
                    fields.get("p").asLong(),
                    fields.get("r").asText());
            assertThat(read.json()).isEqualTo(report);
            assertThat(read.mechanism()).isEqualTo(country.id());
            assertThat(support.add(read.bytes())).isTrue();
        }
    }
}
