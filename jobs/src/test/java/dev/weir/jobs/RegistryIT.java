package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.embedded.JavaProcess;
import dev.weir.jobs.format.registry.StandInRegistry;
import java.io.ByteArrayOutputStream;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests a job whose messages name their schemas, while the registry changes and fails. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class RegistryIT {

    private static final String TIME =
            "{\"name\":\"time\",\"type\":{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}}";
    private static final String OWN = record(TIME, "unit", "key");
    private static final String NEWER = record("{\"name\":\"added\",\"type\":\"string\"}," + TIME, "key", "unit");

    private static final String MISFIT = record(TIME, "unit", "other");
    /** The job registers the schemas of its rows, and of those that are withheld, as 2 and 3. */
    private static final int NEWER_ID = 4;

    private static final int MISFIT_ID = 5;
    private static final String USER = "weir:correct horse";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static String record(String first, String second, String third) {
        return "{\"type\":\"record\",\"name\":\"Edit\",\"fields\":[" + first + ",{\"name\":\"" + second
                + "\",\"type\":\"string\"},{\"name\":\"" + third + "\",\"type\":\"string\"}]}";
    }

    private static byte[] message(int id, String schema) throws IOException {
        Schema parsed = new Schema.Parser().parse(schema);
        GenericRecordBuilder record = new GenericRecordBuilder(parsed)
                .set("time", Instant.now().plusSeconds(240).toEpochMilli())
                .set("unit", "somebody-" + id);
        for (String field : List.of("added", "key", "other")) {
            if (parsed.getField(field) != null) {
                record.set(field, "en");
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(parsed).write(record.build(), encoder);
        return out.toByteArray();
    }

    /** A registry in a process of its own, which requires a user. */
    private record OwnRegistry(Process process, String url) implements AutoCloseable {

        static OwnRegistry start() throws IOException {
            Process process = JavaProcess.of(List.of("-Xmx64m", StandInRegistry.class.getName(), USER))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new OwnRegistry(
                    process, Objects.requireNonNull(process.inputReader().readLine()));
        }

        void register(String... schemas) throws Exception {
            for (String schema : schemas) {
                String body = new ObjectMapper().writeValueAsString(Map.of("schema", schema));
                send("/subjects/edits-value/versions", "POST", body);
            }
        }

        JsonNode newest(String subject) throws Exception {
            return new ObjectMapper().readTree(send("/subjects/" + subject + "/versions/latest", "GET", ""));
        }

        void become(StandInRegistry.State state) throws Exception {
            send("/stand-in/" + state, "PUT", "");
        }

        /** Whether the job knows the schemas of these versions: it has asked for them, and twice for all versions since. */
        boolean hasTold(int... versions) throws Exception {
            List<String> questions =
                    List.of(send("/stand-in/questions", "GET", "").split(",", -1));
            int last = -1;
            for (int version : versions) {
                int asked = questions.indexOf(
                        "\"/subjects/edits-value/versions/" + version + "?deleted=true&format=resolved\"");
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

    @Test
    void a_registry_that_is_down_refuses_access_or_has_no_such_subject_lets_no_job_start(EmbeddedBroker broker)
            throws Exception {
        RunningPipeline job = RunningPipeline.of(broker, "unregistered", folder);
        Files.writeString(folder.resolve("edit.avsc"), OWN);
        Path properties = folder.resolve("registry.properties");
        Files.writeString(properties, "basic.auth.user.info=" + USER);
        try (OwnRegistry registry = OwnRegistry.start()) {
            Path file = Files.writeString(folder.resolve("p.yaml"), text(job, registry.url()));
            assertThat(refused(file, 2))
                    .contains(
                            "source.registry.subject: must be a subject of the registry with a schema, was edits-value");
            registry.register(OWN);
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

    @Test
    void schemas_change_and_the_registry_stalls_while_the_job_runs_and_no_message_is_lost(EmbeddedBroker broker)
            throws Exception {
        RunningPipeline job = RunningPipeline.of(broker, "registered", folder);
        writeFiles();
        JsonNode rows;
        try (OwnRegistry registry = OwnRegistry.start()) {
            registry.register(OWN);
            job.send(message(1, OWN));
            try (WeirProcess weir = job.startWith(withRows(text(job, registry.url()), registry.url()))) {
                job.awaitCounters(weir, "\"read\":1,", "\"counted\":1}");
                rows = registry.newest("registered-released-value");
                registry.register(NEWER, MISFIT);
                job.await(weir, () -> registry.hasTold(2, 3));
                for (byte[] message : List.of(message(NEWER_ID, NEWER), message(MISFIT_ID, MISFIT), message(9, OWN))) {
                    job.send(message);
                }
                job.awaitCounters(weir, "\"read\":4,", "\"counted\":2}");
                registry.become(StandInRegistry.State.STALLED);
                for (byte[] message : List.of(message(MISFIT_ID, MISFIT), message(1, OWN), message(NEWER_ID, NEWER))) {
                    job.send(message);
                }
                job.await(weir, () -> job.released() > 0);
                job.awaitAndStop(weir, 3, 4);
                assertThat(weir.log())
                        .containsOnlyOnce("Messages of schema 5 are dead letters SCHEMA, because it has no field key")
                        .doesNotContain(USER);
            }
        }
        assertThat(job.letters().stream().map(RegistryIT::code)).containsExactly("SCHEMA", "UNKNOWN_SCHEMA", "SCHEMA");
        requireRowsOf(broker, "registered-released", rows);
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

    private String text(RunningPipeline job, String url) {
        String registry = "{url: \"" + url + "\", subject: edits-value, properties-file: registry.properties}";
        return job.pipeline()
                .text(folder)
                .replaceFirst("csv\n  columns: .*", "avro\n  schema-file: edit.avsc\n  registry: " + registry)
                .replace("idle: 1s", "idle: 30s");
    }

    private void writeFiles() throws IOException {
        Files.writeString(folder.resolve("edit.avsc"), OWN);
        Files.writeString(folder.resolve("registry.properties"), "basic.auth.user.info=" + USER);
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
