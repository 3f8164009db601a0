package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.Messages;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs votes of teachers against a broker, in processes that are killed, and with settings that change between starts. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class LiveVotesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CANARY = "canary-9be7";
    private static final int TEACHERS = 20;
    private static final Map<String, String> STAMPED = Map.of("message.timestamp.type", "LogAppendTime");

    /** An answer costs 1, and a label of all teachers is drawn wrongly with a probability below 1e-40. */
    private static final String PIPELINE = """
            pipeline: live-votes
            kind: votes
            domain: {name: clinics}
            source: {kafka: {brokers: "%s", topic: votes}, format: json, time: time}
            clock: {by: append-time, delay: 200ms, max-skew: 5m, idle: 1s}
            questions: {topic: questions, question: id}
            votes: {version: 1, question: q, teacher: t, label: l, teachers: 20, labels: [no, yes], close: {votes: 20, wait: 1h}}
            mechanism: {gnmax: {sigma: 1}}
            privacy: {unit: teacher, budget: {rho: 12, delta: 1e-6}}
            sink: {kafka: {topic: labels}}
            checkpoint: {every: 300ms, dir: "%s"}
            """;

    @TempDir
    Path folder = Path.of("");

    private void ask(EmbeddedBroker broker, int from, int to) throws Exception {
        List<ProducerRecord<byte[], byte[]>> questions = new ArrayList<>();
        for (int i = from; i < to; i++) {
            questions.add(record("questions", 0, "{\"id\":\"q%02d\"}".formatted(i)));
        }
        Messages.send(broker.address(), Map.of(), questions);
    }

    /** Teachers vote yes on odd questions, no on even ones, into both partitions. */
    private void vote(EmbeddedBroker broker, int from, int to) throws Exception {
        List<ProducerRecord<byte[], byte[]>> votes = new ArrayList<>();
        for (int i = from; i < to; i++) {
            for (int teacher = 0; teacher < TEACHERS; teacher++) {
                String vote = "{\"time\":\"%s\",\"q\":\"q%02d\",\"t\":\"%s\",\"l\":\"%s\"}"
                        .formatted(Instant.now(), i, teacher == 5 ? CANARY : "t" + teacher, i % 2 == 1 ? "yes" : "no");
                votes.add(record("votes", teacher % 2, vote));
            }
        }
        Messages.send(broker.address(), Map.of(), votes);
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, int partition, String text) {
        return new ProducerRecord<>(topic, partition, null, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The lines of a topic by release id; a copy may come again after a kill. */
    private static Map<String, Set<String>> lines(EmbeddedBroker broker, String topic) {
        Map<String, Set<String>> lines = new TreeMap<>();
        broker.read(topic, row -> lines.computeIfAbsent(
                        new String(row.key(), StandardCharsets.UTF_8), id -> new TreeSet<>())
                .add(new String(row.value(), StandardCharsets.UTF_8)));
        return lines;
    }

    private static int count(EmbeddedBroker broker, String topic) {
        return lines(broker, topic).size();
    }

    private Path file(EmbeddedBroker broker, String from, String to) throws Exception {
        String text = PIPELINE.formatted(
                broker.address(), folder.resolve("checkpoints").toUri());
        assertThat(text).contains(from);
        return Files.writeString(folder.resolve("votes.yaml"), text.replace(from, to));
    }

    private WeirProcess start(Path file, String name, int parallelism) throws Exception {
        return WeirProcess.start(folder, name, "run", file.toString(), "--parallelism", "" + parallelism);
    }

    /** Checks a refusal in this process, as far as the log, which is searched for the canary at the end. */
    private void refused(Path file, String name, int exitCode, String why) throws Exception {
        StringWriter said = new StringWriter();
        try (LogCapture log = LogCapture.into(folder.resolve(name + ".log"))) {
            assertThat(InProcess.weir(said, said, "run", file.toString(), "--parallelism", "2"))
                    .as(said.toString())
                    .isEqualTo(exitCode);
            assertThat(said.toString()).contains(why).doesNotContain(CANARY);
            assertThat(log.text()).as("no job was submitted").doesNotContain("from state CREATED to RUNNING");
        }
    }

    private void processRefused(Path file, String code) throws Exception {
        try (WeirProcess weir = start(file, "process", 2)) {
            assertThat(weir.exitCode()).as(weir.said()).isEqualTo(3);
            assertThat(weir.said()).contains(code).doesNotContain(CANARY);
        }
    }

    @Test
    @Timeout(800)
    void no_question_has_two_labels_and_nothing_is_refunded_whatever_is_killed_or_changed(EmbeddedBroker broker)
            throws Exception {
        Path file = file(broker, "version: 1", "version: 1");
        topics(broker, file);
        ask(broker, 0, 4);
        vote(broker, 0, 4);
        try (WeirProcess weir = start(file, "first", 2)) {
            weir.await(() -> count(broker, "labels") >= 2);
            assertThat(weir.stop("KILL")).isEqualTo(137);
        }
        ask(broker, 0, 8); // four of them again
        vote(broker, 0, 8);
        try (WeirProcess weir = start(file, "second", 1)) {
            weir.await(() -> count(broker, "labels") >= 8);
            assertThat(weir.stop("TERM")).isEqualTo(143);
        }
        processRefused(file(broker, "[no, yes]", "[yes, no]"), "QUERY_CHANGED");
        refused(file(broker, "sigma: 1}", "sigma: 9}"), "sigma", 3, "QUERY_CHANGED");
        refused(file(broker, "teachers: 20", "teachers: 30"), "teachers", 3, "QUERY_CHANGED");
        refused(file(broker, "wait: 1h", "wait: 2h"), "close", 3, "QUERY_CHANGED");
        refused(file(broker, "rho: 12", "rho: 13"), "budget", 3, "LEDGER_DECLARATION");
        refused(file(broker, "teacher: t", "teacher: time"), "field", 3, "LEDGER_UNIT");
        changed(broker);
        verify(broker);
    }

    /** Makes the topics; that of questions after a start that misses it. */
    private void topics(EmbeddedBroker broker, Path file) throws Exception {
        broker.createTopic("votes", 2, STAMPED);
        for (String topic : List.of("labels", "labels-withheld")) {
            broker.createTopic(topic, 1, Map.of());
        }
        refused(file, "absent", 1, "topic questions does not exist");
        broker.createTopic("questions", 1, STAMPED);
    }

    /** Under another version a sigma of 2 makes an answer cost 0.25: what is left of 12 after 8 pays for 16 of them, and no more. */
    private void changed(EmbeddedBroker broker) throws Exception {
        Path file = file(broker, "sigma: 1}", "sigma: 2}");
        Files.writeString(file, Files.readString(file).replace("version: 1", "version: 2"));
        ask(broker, 0, 30);
        vote(broker, 0, 30);
        try (WeirProcess weir = start(file, "version", 2)) {
            weir.await(() -> count(broker, "labels") >= 24 && count(broker, "labels-withheld") >= 6);
            Thread.sleep(2000); // for what must not come
            assertThat(weir.stop("TERM")).isEqualTo(143);
        }
    }

    private void verify(EmbeddedBroker broker) throws Exception {
        Map<String, Set<String>> labels = lines(broker, "labels");
        assertThat(labels.values()).allSatisfy(lines -> assertThat(lines).hasSize(1));
        List<String> asked = new ArrayList<>();
        BigDecimal least = BigDecimal.valueOf(12);
        for (Set<String> lines : labels.values()) {
            JsonNode row = JSON.readTree(lines.iterator().next());
            int number = Integer.parseInt(row.get("question").asText().substring(1));
            asked.add(row.get("question").asText());
            assertThat(row.get("label").asText()).isEqualTo(number % 2 == 1 ? "yes" : "no");
            BigDecimal left = row.at("/rho/left").decimalValue();
            assertThat(row.at("/rho/spent").decimalValue().add(left)).isEqualByComparingTo("12");
            least = least.min(left);
        }
        assertThat(asked).hasSize(24).doesNotHaveDuplicates();
        assertThat(least).isEqualByComparingTo("0");
        assertNoCanary(broker, labels.toString());
    }

    /** The canary is a teacher that votes like the others; its name stands in no topic that the job writes, nor in a log. */
    private void assertNoCanary(EmbeddedBroker broker, String labels) throws Exception {
        assertThat(labels + lines(broker, "labels-withheld")).doesNotContain(CANARY);
        for (byte[] record : new LedgerTopics(broker.address()).records("clinics-ledger")) {
            assertThat(new String(record, StandardCharsets.ISO_8859_1)).doesNotContain(CANARY);
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain(CANARY);
            }
        }
    }
}
