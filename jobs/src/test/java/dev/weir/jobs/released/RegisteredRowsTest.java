package dev.weir.jobs.released;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.format.registry.access.RowRegistry;
import dev.weir.jobs.released.row.FlatRows;
import dev.weir.jobs.released.row.WrittenForm;
import dev.weir.jobs.released.schema.AvroSchemas;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows behind the header of a schema registry. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RegisteredRowsTest {

    private static final String PIPELINE = """
            pipeline: wiki
            domain: {name: wiki}
            source: {format: csv, time: time, unit: unit}
            clock: {by: record-time, delay: 0s, max-skew: 31d}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0}}
            queries:
              - name: hourly
                version: 1
                key: {field: lang, declared: ["e,n", "=de"]}
                window: {tumbling: 1h}
                release: [{count: edits}, {sum: value, as: "added.up", clamp: [0, 1000], grid: 0.05}]
                spend: {contributions: 6}
              - name: so-far
                version: 2
                key: none
                window: {running: {every: 1h, horizon: 24, reset: 1d}}
                release: [{count: edits}]
                spend: {contributions: 2}
            """;

    private static final long END = 1_442_023_200_000L;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path file;

    @BeforeEach
    void write_the_pipeline() throws IOException {
        file = Files.writeString(folder.resolve("wiki.yaml"), PIPELINE);
    }

    private Pipeline pipeline(String... settings) {
        return PipelineFile.read(file, List.of(settings), Pipeline.Purpose.EXPLAIN)
                .pipeline();
    }

    private static Outcome outcome(Outcome.Kind kind, String key) {
        return new Outcome(kind, 0, key, END - 3_600_000, END, 0, new long[] {251, -7});
    }

    private PublishedRow row(Outcome.Kind kind, String... settings) {
        return FlatRows.of(pipeline(settings)).format(outcome(kind, "e,n"));
    }

    private byte[] registered(Outcome.Kind kind, int id) {
        Pipeline read = pipeline(
                "sink.format=avro", "sink.registry.url=http://localhost:1", "sink.registry.subjects=topic-record");
        Sink sink = read.sink();
        Map<String, Integer> ids = Map.of("hourly", id, "so-far", id + 1, FlatTables.WITHHELD, id + 2);
        RowRegistry registry = Objects.requireNonNull(sink.registry()).with(ids);
        return FlatRows.of(read.withTopics(read.source().kafka(), sink.with(registry)))
                .format(outcome(kind, "e,n"))
                .line();
    }

    /** A registry that was made anew may give another number; rows that were drawn before keep theirs, for their bytes are made once. */
    @Test
    void a_row_of_a_registry_is_the_same_record_behind_a_zero_byte_and_the_number_of_its_schema() {
        byte[] single = row(Outcome.Kind.RELEASED, "sink.format=avro").line();
        for (int id : new int[] {7, 0x01020304}) {
            byte[] line = registered(Outcome.Kind.RELEASED, id);
            assertThat(ByteBuffer.wrap(line).get()).isZero();
            assertThat(ByteBuffer.wrap(line).getInt(1)).isEqualTo(id);
            assertThat(Arrays.copyOfRange(line, 5, line.length))
                    .isEqualTo(Arrays.copyOfRange(single, 10, single.length));
            assertThat(ByteBuffer.wrap(registered(Outcome.Kind.WITHHELD, id)).getInt(1))
                    .isEqualTo(id + 2);
        }
        for (Outcome.Kind kind : List.of(Outcome.Kind.RELEASED, Outcome.Kind.WITHHELD)) {
            PublishedRow row = row(kind);
            PublishedRow written = new PublishedRow(
                    row.kind(),
                    row.windowStart(),
                    row.windowEnd(),
                    row.query(),
                    row.key(),
                    row.releaseId(),
                    row.charge(),
                    registered(kind, 7));
            assertThat(WrittenForm.of(written)).isEqualTo(Sink.Form.FLAT_AVRO_CONFLUENT);
        }
    }

    /** Subjects take it under every rule of compatibility. */
    @Test
    void a_further_value_and_a_value_less_are_compatible_changes_of_the_schema() {
        Schema one = hourly("queries.0.release=[{count: edits}]");
        Schema two = hourly();
        assertThat(two.getFields()).hasSizeGreaterThan(one.getFields().size());
        for (List<Schema> change : List.of(List.of(one, two), List.of(two, one))) {
            assertThat(SchemaCompatibility.checkReaderWriterCompatibility(change.get(0), change.get(1))
                            .getType())
                    .isEqualTo(SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE);
        }
    }

    private Schema hourly(String... settings) {
        return AvroSchemas.of(
                Objects.requireNonNull(FlatTables.of(pipeline(settings)).get("hourly")));
    }

    @Test
    void a_row_is_not_written_before_its_schema_is_registered() {
        Pipeline read = pipeline(
                "sink.format=avro", "sink.registry.url=http://localhost:1", "sink.registry.subjects=topic-record");
        assertThatThrownBy(() -> FlatRows.of(read).format(outcome(Outcome.Kind.RELEASED, "e,n")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the schema of rows must be registered before a row is written");
    }
}
