package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
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
        record.put("trip", java.util.Map.of("fare", ByteBuffer.wrap(cents.toByteArray())));
        return record;
    }
}
