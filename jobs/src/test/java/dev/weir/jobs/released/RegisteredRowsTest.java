package dev.weir.jobs.released;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.format.registry.access.RowRegistry;
import dev.weir.jobs.released.row.FlatRows;
import dev.weir.jobs.released.row.WrittenForm;
import dev.weir.jobs.released.schema.AvroSchemas;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Rows behind the header of a schema registry. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RegisteredRowsTest extends WikiReleases {

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
