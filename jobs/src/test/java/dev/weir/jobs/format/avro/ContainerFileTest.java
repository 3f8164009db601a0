package dev.weir.jobs.format.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.format.RecordCutter;
import dev.weir.jobs.format.binary.RegistryHeader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how a container file is cut into messages. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ContainerFileTest {

    private static final int RIDES = 300;
    private static final int LARGEST = 1 << 20;

    private static byte[] file(String codec) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataFileWriter<GenericRecord> file = new DataFileWriter<>(new GenericDatumWriter<>(Rides.SCHEMA))) {
            file.setCodec(CodecFactory.fromString(codec)).setSyncInterval(1000).create(Rides.SCHEMA, out);
            for (int seed = 0; seed < RIDES; seed++) {
                file.appendEncoded(ByteBuffer.wrap(Rides.of(seed).bytes()));
            }
        }
        return out.toByteArray();
    }

    private static RecordCutter open(byte[] file, Schema schema, int largest) throws IOException {
        return new AvroFormat(schema.toString(), new RegistryHeader(7)).cutter(new ByteArrayInputStream(file), largest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "deflate", "snappy", "zstandard"})
    void every_record_is_a_message_behind_its_header(String codec) throws IOException {
        try (RecordCutter cutter = open(file(codec), Rides.SCHEMA, LARGEST)) {
            for (int seed = 0; seed < RIDES; seed++) {
                byte[] message = Objects.requireNonNull(cutter.next());
                assertThat(message).startsWith(0, 0, 0, 0, 7);
                assertThat(Arrays.copyOfRange(message, 5, message.length))
                        .isEqualTo(Rides.of(seed).bytes());
            }
            assertThat(cutter.next()).isNull();
        }
    }

    @Test
    void of_a_record_that_is_too_long_one_byte_more_than_allowed_is_kept() throws IOException {
        try (RecordCutter cutter = open(file("null"), Rides.SCHEMA, 10)) {
            assertThat(cutter.next()).hasSize(5 + 11);
        }
    }

    @Test
    void what_is_no_container_file_or_has_another_schema_is_told() throws IOException {
        Schema other = new Schema.Parser()
                .parse("{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"f\",\"type\":\"int\"}]}");
        byte[] file = file("null");
        assertThatThrownBy(() -> open(new byte[] {1, 2, 3}, Rides.SCHEMA, LARGEST))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--input: must be a container file of Avro");
        assertThatThrownBy(() -> open(file, other, LARGEST))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("--input: its records must have the schema of source.schema-file");
    }

    /** Both schemas lay out the same bytes, so that only the names tell that the file's ids are the pipeline's towns. */
    @Test
    void a_file_whose_records_in_records_have_their_names_in_other_places_is_told() {
        String rider =
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"rider\",\"type\":{\"type\":\"array\",\"items\":"
                        + "{\"type\":\"record\",\"name\":\"P\",\"fields\":[{\"name\":\"id\",\"type\":\"string\"},"
                        + "{\"name\":\"town\",\"type\":\"string\"}]}}}]}";
        String swapped =
                rider.replace("\"id\"", "\"x\"").replace("\"town\"", "\"id\"").replace("\"x\"", "\"town\"");
        assertThatThrownBy(() -> open(empty(rider), new Schema.Parser().parse(swapped), LARGEST))
                .hasMessage("--input: its records must have the schema of source.schema-file");
        assertThatCode(() -> open(empty(rider), new Schema.Parser().parse(rider.replace("\"P\"", "\"Q\"")), LARGEST))
                .doesNotThrowAnyException();
    }

    private static byte[] empty(String schema) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataFileWriter<GenericRecord> file = new DataFileWriter<>(new GenericDatumWriter<>())) {
            file.create(new Schema.Parser().parse(schema), out);
        }
        return out.toByteArray();
    }
}
