package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.google.protobuf.Timestamp;
import com.google.protobuf.TimestampProto;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replays the rides of the example in each format, through a broker: the exact answers are those of CSV, byte for byte. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SourceFormatsIT {

    private static final Path EXAMPLES = Snippet.repository().resolve("examples");

    /** A rider in a record, a fare with two decimals, a zone that is an enum, and a time in microseconds. */
    private static final Schema SCHEMA = new Schema.Parser().parse("""
            {"type": "record", "name": "Ride", "fields": [
              {"name": "stops", "type": {"type": "array", "items": "string"}},
              {"name": "rider", "type": ["null", {"type": "record", "name": "Rider", "fields": [{"name": "id", "type": "string"}]}]},
              {"name": "time", "type": {"type": "long", "logicalType": "timestamp-micros"}},
              {"name": "zone", "type": {"type": "enum", "name": "Zone", "symbols": ["hills", "market", "station", "harbour", "airport"]}},
              {"name": "trip", "type": {"type": "map", "values": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}}}
            ]}
            """);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path shared;

    private static List<String> truth = List.of();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeAll
    static void csv() throws IOException {
        truth = exact(Replays.replay(
                shared, Files.readString(EXAMPLES.resolve("rides.yaml")), EXAMPLES.resolve("rides.csv"), "1"));
        assertThat(truth).hasSizeGreaterThan(50);
    }

    private static List<String> exact(Path out) throws IOException {
        return Files.readAllLines(out.resolve("private/exact.jsonl")).stream()
                .sorted()
                .toList();
    }

    /** The pipeline of the example over records with other names. */
    private static String pipeline(String source) throws IOException {
        return Files.readString(EXAMPLES.resolve("rides.yaml"))
                .replace("source: {format: csv, time: time, unit: unit}", source)
                .replace("field: key", "field: zone")
                .replace("sum: value", "sum: trip.fare");
    }

    private static List<String[]> rides() throws IOException {
        return Files.readAllLines(EXAMPLES.resolve("rides.csv")).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"1, null", "2, deflate"})
    void avro_gives_the_exact_answers_of_csv(String parallelism, String codec) throws IOException {
        Files.writeString(folder.resolve("ride.avsc"), SCHEMA.toString());
        Path input = folder.resolve("rides.avro");
        try (DataFileWriter<GenericRecord> file = new DataFileWriter<>(new GenericDatumWriter<>(SCHEMA))) {
            file.setCodec(CodecFactory.fromString(codec)).create(SCHEMA, input.toFile());
            for (String[] ride : rides()) {
                file.append(avro(ride));
            }
        }
        String source = "source: {format: avro, schema-file: ride.avsc, schema-id: 7, time: time, unit: rider.id}";
        Path out = Replays.replay(folder, pipeline(source), input, parallelism);
        assertThat(exact(out)).isEqualTo(truth);
    }

    private static GenericRecord avro(String[] ride) {
        Instant time = Instant.parse(ride[0]);
        GenericRecord record = new GenericData.Record(SCHEMA);
        GenericRecord rider = new GenericData.Record(
                SCHEMA.getField("rider").schema().getTypes().get(1));
        rider.put("id", ride[1]);
        record.put("stops", List.of(ride[2], "end"));
        record.put("rider", rider);
        record.put("time", time.getEpochSecond() * 1_000_000 + time.getNano() / 1000);
        record.put("zone", new GenericData.EnumSymbol(SCHEMA.getField("zone").schema(), ride[2]));
        BigInteger cents = new BigInteger(ride[3]).multiply(BigInteger.valueOf(100));
        record.put("trip", Map.of("fare", ByteBuffer.wrap(cents.toByteArray())));
        return record;
    }

    /** A record with a fare that is a whole number, and an enum whose first symbol is written as nothing. */
    private static final String PROTO = """
            name: "ride.proto" package: "town" syntax: "proto3" dependency: "google/protobuf/timestamp.proto"
            message_type { name: "Ride"
              field { name: "stops" number: 9 type: TYPE_STRING label: LABEL_REPEATED }
              field { name: "rider" number: 2 type: TYPE_MESSAGE type_name: ".town.Ride.Rider" label: LABEL_OPTIONAL }
              field { name: "time" number: 3 type: TYPE_MESSAGE type_name: ".google.protobuf.Timestamp" label: LABEL_OPTIONAL }
              field { name: "zone" number: 4 type: TYPE_ENUM type_name: ".town.Ride.Zone" label: LABEL_OPTIONAL }
              field { name: "trip" number: 5 type: TYPE_MESSAGE type_name: ".town.Ride.TripEntry" label: LABEL_REPEATED }
              nested_type { name: "Rider" field { name: "id" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL } }
              nested_type { name: "TripEntry" options { map_entry: true }
                field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
                field { name: "value" number: 2 type: TYPE_SINT64 label: LABEL_OPTIONAL } }
              enum_type { name: "Zone" value { name: "harbour" number: 0 } value { name: "hills" number: 1 }
                value { name: "market" number: 5 } value { name: "station" number: 6 } }
            }
            """;

    @ParameterizedTest
    @CsvSource({"1, ''", "2, ', schema-id: 7'"})
    void protobuf_gives_the_exact_answers_of_csv(String parallelism, String registry) throws Exception {
        FileDescriptorProto proto = TextFormat.parse(PROTO, FileDescriptorProto.class);
        FileDescriptorProto time = TimestampProto.getDescriptor().toProto();
        Files.write(
                folder.resolve("ride.desc"),
                FileDescriptorSet.newBuilder()
                        .addFile(time)
                        .addFile(proto)
                        .build()
                        .toByteArray());
        Descriptor type = FileDescriptor.buildFrom(proto, new FileDescriptor[] {TimestampProto.getDescriptor()})
                .findMessageTypeByName("Ride");
        Path input = folder.resolve("rides.bin");
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(input))) {
            for (String[] ride : rides()) {
                protobuf(type, ride).writeDelimitedTo(file);
            }
        }
        String source =
                "source: {format: protobuf, schema-file: ride.desc, message: town.Ride, time: time, unit: rider.id"
                        + registry + "}";
        Path out = Replays.replay(folder, pipeline(source), input, parallelism);
        assertThat(exact(out)).isEqualTo(truth);
    }

    private static Message protobuf(Descriptor type, String[] ride) {
        Instant time = Instant.parse(ride[0]);
        Descriptor rider = type.findNestedTypeByName("Rider");
        Descriptor trip = type.findNestedTypeByName("TripEntry");
        Message entry = DynamicMessage.newBuilder(trip)
                .setField(trip.findFieldByName("key"), "fare")
                .setField(trip.findFieldByName("value"), Long.parseLong(ride[3]))
                .build();
        return DynamicMessage.newBuilder(type)
                .addRepeatedField(type.findFieldByName("stops"), ride[2])
                .setField(
                        type.findFieldByName("rider"),
                        DynamicMessage.newBuilder(rider)
                                .setField(rider.findFieldByName("id"), ride[1])
                                .build())
                .setField(
                        type.findFieldByName("time"),
                        Timestamp.newBuilder()
                                .setSeconds(time.getEpochSecond())
                                .setNanos(time.getNano())
                                .build())
                .setField(
                        type.findFieldByName("zone"),
                        type.findEnumTypeByName("Zone").findValueByName(ride[2]))
                .addRepeatedField(type.findFieldByName("trip"), entry)
                .build();
    }
}
