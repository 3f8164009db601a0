package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.RegisteredEdits.Version;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.embedded.JavaProcess;
import dev.weir.jobs.format.registry.StandInRegistry;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a job whose messages name their schemas, in each format that has them, while the registry changes and fails. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class RegistryIT {

    /** A number that the registry never gives. */
    private static final int UNKNOWN = 99;

    private static final String USER = "weir:correct horse";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** A registry in a process of its own, which requires a user. */
    private record OwnRegistry(Process process, String url) implements AutoCloseable {

        static OwnRegistry start() throws IOException {
            Process process = JavaProcess.of(List.of("-Xmx64m", StandInRegistry.class.getName(), USER))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new OwnRegistry(
                    process, Objects.requireNonNull(process.inputReader().readLine()));
        }

        /** Registers a schema of messages, and returns its number. */
        int register(RegisteredEdits edits, Version version) throws Exception {
            List<Map<String, Object>> references = new ArrayList<>();
            for (Map.Entry<String, String> each : edits.imports().entrySet()) {
                register(each.getKey(), Map.of("schema", each.getValue(), "schemaType", edits.type()));
                references.add(Map.of("name", each.getKey(), "subject", each.getKey(), "version", 1));
            }
            return register(
                    "edits-value",
                    Map.of("schema", edits.schema(version), "schemaType", edits.type(), "references", references));
        }

        private int register(String subject, Map<String, Object> schema) throws Exception {
            String body = new ObjectMapper().writeValueAsString(schema);
            return new ObjectMapper()
                    .readTree(send("/subjects/" + subject + "/versions", "POST", body))
                    .path("id")
                    .asInt();
        }

        JsonNode newest(String subject) throws Exception {
            return new ObjectMapper().readTree(send("/subjects/" + subject + "/versions/latest", "GET", ""));
        }

        void become(StandInRegistry.State state) throws Exception {
            send("/stand-in/" + state, "PUT", "");
        }

        /** Whether the job knows the schemas of these versions: it has asked for them, and twice for all versions since. */
        boolean hasTold(RegisteredEdits edits, int... versions) throws Exception {
            List<String> questions =
                    List.of(send("/stand-in/questions", "GET", "").split(",", -1));
            int last = -1;
            for (int version : versions) {
                int asked = questions.indexOf("\"/subjects/edits-value/versions/" + version + edits.question() + "\"");
                if (asked < 0) {
                    return false;
                }
                last = Math.max(last, asked);
            }
            return questions.size() > last + 2
                    && lists(questions.get(questions.size() - 1))
                    && lists(questions.get(questions.size() - 2));
        }

        private static boolean lists(String question) {
            return question.contains("/versions?");
        }

        private String send(String path, String method, String body) throws Exception {
            String credentials = Base64.getEncoder().encodeToString(USER.getBytes(StandardCharsets.UTF_8));
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                    .header("Authorization", "Basic " + credentials)
                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                    .build();
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            return response.body();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_registry_that_is_down_refuses_access_or_has_no_such_subject_lets_no_job_start(
            RegisteredEdits edits, EmbeddedBroker broker) throws Exception {
        RunningPipeline job = RunningPipeline.of(broker, "unregistered-" + edits, folder);
        edits.writeFile(folder);
        Path properties = folder.resolve("registry.properties");
        Files.writeString(properties, "basic.auth.user.info=" + USER);
        try (OwnRegistry registry = OwnRegistry.start()) {
            Path file = Files.writeString(folder.resolve("p.yaml"), text(job, edits, registry.url()));
            assertThat(refused(file, 2))
                    .contains(
                            "source.registry.subject: must be a subject of the registry with a schema, was edits-value");
            registry.register(edits, Version.OWN);
            Files.writeString(properties, "basic.auth.user.info=weir:hunter2");
            assertThat(refused(file, 1))
                    .contains("source.registry: the schema registry refuses access (401): check its properties-file")
                    .doesNotContain("hunter2");
            registry.become(StandInRegistry.State.DOWN);
            assertThat(refused(file, 1))
                    .contains("source.registry: the schema registry does not answer (", "; nothing was started");
            Files.writeString(file, withRows(job.pipeline().text(folder), registry.url()));
            assertThat(refused(file, 1))
                    .contains("sink.registry: the schema registry does not answer (", "; nothing was started");
        }
    }

    private String refused(Path file, int status) {
        StringWriter said = new StringWriter();
        assertThat(InProcess.weir(
                        said,
                        said,
                        "run",
                        file.toString(),
                        "--out",
                        folder.resolve("none").toString()))
                .as(said.toString())
                .isEqualTo(status);
        return said.toString();
    }

    @ParameterizedTest
    @EnumSource
    void schemas_change_and_the_registry_stalls_while_the_job_runs_and_no_message_is_lost(
            RegisteredEdits edits, EmbeddedBroker broker) throws Exception {
        String name = "registered-" + edits;
        RunningPipeline job = RunningPipeline.of(broker, name, folder);
        edits.writeFile(folder);
        Files.writeString(folder.resolve("registry.properties"), "basic.auth.user.info=" + USER);
        JsonNode rows;
        try (OwnRegistry registry = OwnRegistry.start()) {
            Map<Version, Integer> ids = new EnumMap<>(Version.class);
            ids.put(Version.OWN, registry.register(edits, Version.OWN));
            send(job, edits, ids, Version.OWN);
            try (WeirProcess weir = job.startWith(withRows(text(job, edits, registry.url()), registry.url()))) {
                job.awaitCounters(weir, "\"read\":1,", "\"counted\":1}");
                rows = registry.newest(name + "-released-value");
                changeAndStall(job, weir, registry, edits, ids);
                job.await(weir, () -> job.released() > 0);
                job.awaitAndStop(weir, 3, 4);
                assertThat(weir.log())
                        .containsOnlyOnce("Messages of schema " + ids.get(Version.MISFIT)
                                + " are dead letters SCHEMA, because it has no field key")
                        .doesNotContain(USER);
            }
        }
        assertThat(job.letters().stream().map(RegistryIT::code)).containsExactly("SCHEMA", "UNKNOWN_SCHEMA", "SCHEMA");
        requireRowsOf(broker, name + "-released", rows);
    }

    private static void changeAndStall(
            RunningPipeline job,
            WeirProcess weir,
            OwnRegistry registry,
            RegisteredEdits edits,
            Map<Version, Integer> ids)
            throws Exception {
        for (Version version : List.of(Version.NEWER, Version.MISFIT)) {
            ids.put(version, registry.register(edits, version));
        }
        job.await(weir, () -> registry.hasTold(edits, 2, 3));
        send(job, edits, ids, Version.NEWER, Version.MISFIT);
        job.send(edits.message(UNKNOWN, Version.OWN));
        job.awaitCounters(weir, "\"read\":4,", "\"counted\":2}");
        registry.become(StandInRegistry.State.STALLED);
        send(job, edits, ids, Version.MISFIT, Version.OWN, Version.NEWER);
    }

    private static void send(RunningPipeline job, RegisteredEdits edits, Map<Version, Integer> ids, Version... versions)
            throws Exception {
        for (Version version : versions) {
            job.send(edits.message(Objects.requireNonNull(ids.get(version)), version));
        }
    }

    /** Rows name the schema that the registry has under the subject of their topic, and are records of it, to the last byte. */
    private static void requireRowsOf(EmbeddedBroker broker, String topic, JsonNode registered) throws IOException {
        Schema schema = new Schema.Parser().parse(registered.path("schema").asText());
        List<ConsumerRecord<byte[], byte[]>> messages = new ArrayList<>();
        broker.read(topic, messages::add);
        assertThat(messages).isNotEmpty();
        for (ConsumerRecord<byte[], byte[]> message : messages) {
            ByteBuffer row = ByteBuffer.wrap(message.value());
            assertThat(row.get()).isZero();
            assertThat(row.getInt()).isEqualTo(registered.path("id").asInt());
            BinaryDecoder in =
                    DecoderFactory.get().binaryDecoder(message.value(), row.position(), row.remaining(), null);
            GenericRecord read = new GenericDatumReader<GenericRecord>(schema).read(null, in);
            assertThat(in.isEnd()).isTrue();
            assertThat(read.get("release_id")).hasToString(new String(message.key(), StandardCharsets.UTF_8));
            assertThat(header(message, "schema")).isEqualTo("weir.released.avro-confluent/1");
        }
    }

    private String text(RunningPipeline job, RegisteredEdits edits, String url) {
        String registry = "{url: \"" + url + "\", subject: edits-value, properties-file: registry.properties}";
        return job.pipeline()
                .text(folder)
                .replaceFirst("csv\n  columns: .*", edits.settings() + "\n  registry: " + registry)
                .replace("idle: 1s", "idle: 30s");
    }

    private static String withRows(String text, String url) {
        String registry = "{url: \"" + url + "\", properties-file: registry.properties}";
        return text.replace("sink: {", "sink: {format: avro, registry: " + registry + ", ");
    }

    private static String code(ConsumerRecord<byte[], byte[]> letter) {
        return header(letter, "code");
    }

    private static String header(ConsumerRecord<byte[], byte[]> message, String name) {
        return new String(message.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
