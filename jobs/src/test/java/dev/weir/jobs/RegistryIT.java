package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.format.registry.StandInRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
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
                .set("unit", "somebody-" + id)
                .set("key", "en");
        if (parsed.getField("added") != null) {
            record.set("added", "x");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(parsed).write(record.build(), encoder);
        return out.toByteArray();
    }

    @Test
    void an_outage_loses_no_message_and_a_number_that_is_denied_stops_no_other(EmbeddedBroker broker) throws Exception {
        RunningPipeline job = RunningPipeline.of(broker, "registered", folder);
        Files.writeString(folder.resolve("edit.avsc"), OWN);
        try (StandInRegistry registry = new StandInRegistry().with(1, "edits-value", OWN)) {
            String text = job.pipeline()
                    .text(folder)
                    .replaceFirst(
                            "csv\n  columns: .*",
                            "avro\n  schema-file: edit.avsc\n  registry: {url: \"" + registry.url()
                                    + "\", subject: edits-value}")
                    .replace("idle: 1s", "idle: 30s");
            job.send(message(1, OWN));
            try (WeirProcess weir = job.startWith(text)) {
                job.awaitCounters(weir, "\"read\":1,", "\"counted\":1}");
                registry.with(2, "edits-value", NEWER).dropNext(10);
                job.send(message(9, OWN));
                job.send(message(2, NEWER));
                job.awaitAndStop(weir, 1, 2);
            }
        }
        assertThat(job.letters())
                .singleElement()
                .extracting(
                        letter -> new String(letter.headers().lastHeader("code").value(), StandardCharsets.UTF_8))
                .isEqualTo("UNKNOWN_SCHEMA");
    }
}
