package dev.weir.jobs.kafka.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.MessageFields;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.record.RecordReader;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.Rejection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a message's key and headers as time, unit and grouping key. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MessageFieldsTest {

    private static final String PIPELINE = """
            pipeline: outside
            domain: {name: outside}
            source:
              kafka: {brokers: "localhost:1", topic: rides}
              format: FORMAT
              COLUMNS
              time: $headers.when
              unit: $key
            clock: {by: append-time, delay: 1s, max-skew: 1m}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0}}
            queries:
              - name: hourly
                key: {field: $headers.zone.name, declared: [harbour]}
                window: {tumbling: 1h}
                release: [{count: rides}, {sum: fare, clamp: [0, 10], grid: 1}]
                spend: {contributions: 1}
            sink: {kafka: {topic: out}}
            checkpoint: {dir: "file:///var/weir"}
            """;

    private static final String WHEN = "2026-03-02T12:00:00Z";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private Pipeline pipeline(String format) throws IOException {
        String columns = format.equals("csv") ? "columns: [fare]" : "";
        Path file = Files.writeString(
                dir.resolve(format + ".yaml"),
                PIPELINE.replace("FORMAT", format).replace("COLUMNS", columns));
        return PipelineFile.read(file, List.of(), Pipeline.Purpose.RUN).pipeline();
    }

    private static ConsumerRecord<byte[], byte[]> message(@Nullable String key, String value, @Nullable String zone) {
        byte @Nullable [] keyBytes = key == null ? null : key.getBytes(UTF_8);
        ConsumerRecord<byte[], byte[]> message = new ConsumerRecord<>("rides", 0, 0, keyBytes, value.getBytes(UTF_8));
        message.headers().add("when", "some time".getBytes(UTF_8)).add("when", WHEN.getBytes(UTF_8));
        if (zone != null) {
            message.headers().add("zone.name", zone.getBytes(UTF_8));
        }
        return message;
    }

    private static SourceRecord source(Pipeline pipeline, ConsumerRecord<byte[], byte[]> message) {
        List<SourceRecord> records = new ArrayList<>();
        new SourceRecordDeserializer(TimestampOrigin.NONE, true, MessageFields.of(pipeline))
                .deserialize(message, new Collector<>() {
                    @Override
                    public void collect(SourceRecord record) {
                        records.add(record);
                    }

                    @Override
                    public void close() {}
                });
        return records.get(0);
    }

    private static DecodedRecord decoded(Pipeline pipeline, SourceRecord source) {
        DecodedRecord decoded = new DecodedRecord(pipeline.plan());
        new RecordReader(pipeline).read(source.payload(), source.outside(), decoded);
        return decoded;
    }

    /** A producer's timestamp says whether a schema may be newer than what the registry has told, and moves no clock. */
    @Test
    void a_record_knows_the_timestamp_of_its_message_whoever_has_set_it() throws IOException {
        ConsumerRecord<byte[], byte[]> message = new ConsumerRecord<>(
                "rides",
                0,
                0,
                77,
                TimestampType.CREATE_TIME,
                -1,
                1,
                null,
                new byte[1],
                new RecordHeaders(),
                Optional.empty());
        SourceRecord source = source(pipeline("csv"), message);
        assertThat(source.written()).isEqualTo(77);
        assertThat(source.time()).isEqualTo(PartitionClock.NO_TIME);
        assertThat(new SourceRecord(0, 0, 5, new byte[0], 0).written()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "json"})
    void key_and_last_header_of_a_name_are_read(String format) throws IOException {
        Pipeline pipeline = pipeline(format);
        String value = format.equals("csv") ? "7" : "{\"fare\":7}";
        DecodedRecord decoded = decoded(pipeline, source(pipeline, message("rider", value, "harbour")));
        assertThat(decoded.rejection()).isNull();
        assertThat(new String(decoded.unit(), UTF_8)).isEqualTo("rider");
        assertThat(decoded.time()).isEqualTo(Instant.parse(WHEN).toEpochMilli());
    }

    /** Otherwise the writer of a record could name somebody else as its unit. */
    @Test
    void what_a_record_says_under_their_names_does_not_count() throws IOException {
        Pipeline pipeline = pipeline("json");
        String value = "{\"fare\":7,\"$key\":\"somebody else\",\"$headers\":{\"zone\":{\"name\":\"harbour\"}}}";
        DecodedRecord named = decoded(pipeline, source(pipeline, message("rider", value, "harbour")));
        assertThat(new String(named.unit(), UTF_8)).isEqualTo("rider");
        assertThat(decoded(pipeline, source(pipeline, message(null, value, "harbour")))
                        .rejection())
                .isEqualTo(Rejection.NO_UNIT);
        assertThat(decoded(pipeline, source(pipeline, message("rider", value, null)))
                        .rejection())
                .isEqualTo(Rejection.NO_KEY);
    }

    @Test
    void a_key_that_is_no_text_makes_its_record_malformed() throws IOException {
        Pipeline pipeline = pipeline("csv");
        ConsumerRecord<byte[], byte[]> message =
                new ConsumerRecord<>("rides", 0, 0, new byte[] {(byte) 0xff}, "7".getBytes(UTF_8));
        assertThat(decoded(pipeline, source(pipeline, message)).rejection()).isEqualTo(Rejection.MALFORMED);
    }

    @Test
    void they_cross_an_edge_with_their_record() throws IOException {
        Pipeline pipeline = pipeline("csv");
        for (SourceRecord record :
                List.of(source(pipeline, message("rider", "7", null)), new SourceRecord(1, 2, 3, new byte[] {4}, 5))) {
            DataOutputSerializer out = new DataOutputSerializer(64);
            new SourceRecord.Serializer().serialize(record, out);
            SourceRecord copy =
                    new SourceRecord.Serializer().deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
            assertThat(copy).isEqualTo(record);
        }
        assertThat(source(pipeline, message("rider", "7", null)))
                .isNotEqualTo(source(pipeline, message("other", "7", null)));
    }

    /** A recording has no message fields; columns with these names replace them. */
    @Test
    void in_a_recording_they_are_columns() throws IOException {
        Pipeline recorded = pipeline("csv").withColumns(List.of("$headers.when", "$key", "$headers.zone.name", "fare"));
        DecodedRecord decoded = new DecodedRecord(recorded.plan());
        new RecordReader(recorded).read((WHEN + ",rider,harbour,7").getBytes(UTF_8), decoded);
        assertThat(decoded.rejection()).isNull();
        assertThat(new String(decoded.unit(), UTF_8)).isEqualTo("rider");
    }
}
