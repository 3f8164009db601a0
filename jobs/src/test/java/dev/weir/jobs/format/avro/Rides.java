package dev.weir.jobs.format.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Records with a field of every type, written by the library of Apache Avro, and the texts that their fields have. */
final class Rides {

    static final Schema SCHEMA = new Schema.Parser().parse("""
            {"type": "record", "name": "Ride", "namespace": "town", "fields": [
              {"name": "note", "type": ["null", "string"]},
              {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
              {"name": "exact", "type": {"type": "long", "logicalType": "timestamp-micros"}},
              {"name": "wall", "type": {"type": "long", "logicalType": "local-timestamp-millis"}},
              {"name": "day", "type": {"type": "int", "logicalType": "date"}},
              {"name": "alarm", "type": {"type": "int", "logicalType": "time-millis"}},
              {"name": "fine", "type": {"type": "long", "logicalType": "time-micros"}},
              {"name": "id", "type": {"type": "string", "logicalType": "uuid"}},
              {"name": "raw", "type": {"type": "fixed", "name": "Raw", "size": 16, "logicalType": "uuid"}},
              {"name": "fare", "type": {"type": "bytes", "logicalType": "decimal", "precision": 30, "scale": 2}},
              {"name": "toll", "type": {"type": "fixed", "name": "Toll", "size": 9, "logicalType": "decimal", "precision": 20, "scale": 4}},
              {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["CASH", "CARD"]}},
              {"name": "paid", "type": "boolean"},
              {"name": "count", "type": "int"},
              {"name": "steps", "type": "long"},
              {"name": "ratio", "type": "float"},
              {"name": "distance", "type": "double"},
              {"name": "blob", "type": "bytes"},
              {"name": "stops", "type": {"type": "array", "items": {"type": "record", "name": "Stop", "fields": [
                {"name": "zone", "type": "string"}, {"name": "next", "type": ["null", "Stop"]}]}}},
              {"name": "tags", "type": {"type": "map", "values": ["null", "string", "long"]}},
              {"name": "rider", "type": ["null", {"type": "record", "name": "Person", "fields": [
                {"name": "id", "type": "long"},
                {"name": "home", "type": {"type": "record", "name": "Home", "fields": [{"name": "zone", "type": "string"}]}}]}]},
              {"name": "holes", "type": {"type": "array", "items": "null"}}
            ]}
            """);

    /** The fields with texts, by their dotted paths. */
    static final List<String> FIELDS = List.of(
            "note",
            "at",
            "exact",
            "wall",
            "day",
            "alarm",
            "fine",
            "id",
            "raw",
            "fare",
            "toll",
            "kind",
            "paid",
            "count",
            "steps",
            "ratio",
            "distance",
            "tags.city",
            "tags.n",
            "rider.id",
            "rider.home.zone");

    private static final long MOST_MILLIS = 4_000_000_000_000L;

    private final SplittableRandom random;
    private final GenericRecord record = new GenericData.Record(SCHEMA);
    private final Map<String, String> texts = new TreeMap<>();

    private Rides(long seed) {
        random = new SplittableRandom(seed);
        times();
        numbers();
        plain();
        nested();
    }

    /** A record of a seed. */
    static Rides of(long seed) {
        return new Rides(seed);
    }

    /** The texts of the fields that are there and not null. */
    Map<String, String> texts() {
        return texts;
    }

    private void put(String field, Object value, String text) {
        record.put(field, value);
        texts.put(field, text);
    }

    private void times() {
        long millis = random.nextLong(-MOST_MILLIS, MOST_MILLIS);
        put("at", millis, iso(millis / 1000 * 1_000_000_000L + millis % 1000 * 1_000_000, "Z"));
        long micros = random.nextLong(-MOST_MILLIS, MOST_MILLIS) * 1000 + random.nextInt(1000);
        put("exact", micros, iso(micros * 1000, "Z"));
        put("wall", millis, iso(millis * 1_000_000, ""));
        int day = random.nextInt(-800_000, 800_000);
        put("day", day, LocalDate.ofEpochDay(day).toString());
        int alarm = random.nextInt(86_400) * 1000;
        put("alarm", alarm, clock(alarm * 1_000_000L));
        long fine = random.nextLong(86_400_000_000L);
        put("fine", fine, clock(fine * 1000));
    }

    private static String iso(long nanos, String end) {
        Instant time =
                Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
        return time.toString().replace("Z", end);
    }

    private static String clock(long nanos) {
        String text = LocalTime.ofNanoOfDay(nanos).toString();
        return text.length() == 5 ? text + ":00" : text;
    }

    private void numbers() {
        UUID uuid = new UUID(random.nextLong(), random.nextLong());
        put("id", uuid.toString(), uuid.toString());
        byte[] raw = ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
        put("raw", new GenericData.Fixed(SCHEMA.getField("raw").schema(), raw), uuid.toString());
        BigDecimal fare = decimal(random.nextInt(96), 2);
        put(
                "fare",
                new Conversions.DecimalConversion()
                        .toBytes(fare, SCHEMA.getField("fare").schema(), type("fare")),
                fare.toPlainString());
        BigDecimal toll = decimal(random.nextInt(64), 4);
        put(
                "toll",
                new Conversions.DecimalConversion()
                        .toFixed(toll, SCHEMA.getField("toll").schema(), type("toll")),
                toll.toPlainString());
    }

    private void plain() {
        boolean paid = random.nextBoolean();
        put("paid", paid, Boolean.toString(paid));
        int count = random.nextInt() >> random.nextInt(32);
        put("count", count, Integer.toString(count));
        long steps = random.nextInt(50) == 0 ? Long.MIN_VALUE : random.nextLong() >> random.nextInt(64);
        put("steps", steps, Long.toString(steps));
        float ratio = random.nextInt(20) == 0 ? Float.NaN : random.nextInt(1000) / 8.0f;
        put("ratio", ratio, Float.toString(ratio));
        double distance = random.nextInt(1000) / 8.0;
        put("distance", distance, Double.toString(distance));
    }

    private static LogicalTypes.Decimal type(String field) {
        return (LogicalTypes.Decimal) SCHEMA.getField(field).schema().getLogicalType();
    }

    private BigDecimal decimal(int bits, int scale) {
        BigInteger unscaled = BigInteger.valueOf(random.nextLong())
                .shiftLeft(40)
                .add(BigInteger.valueOf(random.nextInt()))
                .shiftRight(104 - bits);
        return new BigDecimal(unscaled, scale);
    }

    private void nested() {
        if (random.nextBoolean()) {
            put("note", "n\u00fc" + random.nextInt(1000), "");
            texts.put("note", record.get("note").toString());
        }
        String kind = random.nextBoolean() ? "CASH" : "CARD";
        put("kind", new GenericData.EnumSymbol(SCHEMA.getField("kind").schema(), kind), kind);
        record.put("blob", ByteBuffer.wrap(new byte[random.nextInt(20)]));
        record.put("stops", stops());
        Map<String, Object> tags =
                new HashMap<>(Map.of("city", "c" + random.nextInt(9), "n", random.nextLong(), "x", "other"));
        texts.put("tags.city", String.valueOf(tags.get("city")));
        texts.put("tags.n", String.valueOf(tags.get("n")));
        record.put("tags", tags);
        if (random.nextInt(4) > 0) {
            rider();
        }
        record.put("holes", new ArrayList<>(Collections.nCopies(random.nextInt(9), null)));
    }

    private List<GenericRecord> stops() {
        Schema stop = SCHEMA.getField("stops").schema().getElementType();
        List<GenericRecord> stops = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            GenericRecord made = new GenericData.Record(stop);
            made.put("zone", "z" + i);
            made.put("next", stops.isEmpty() || i % 2 == 0 ? null : stops.get(stops.size() - 1));
            stops.add(made);
        }
        return stops;
    }

    private void rider() {
        Schema person = SCHEMA.getField("rider").schema().getTypes().get(1);
        GenericRecord home = new GenericData.Record(person.getField("home").schema());
        home.put("zone", "h" + random.nextInt(9));
        GenericRecord rider = new GenericData.Record(person);
        rider.put("id", random.nextLong());
        rider.put("home", home);
        record.put("rider", rider);
        texts.put("rider.id", rider.get("id").toString());
        texts.put("rider.home.zone", home.get("zone").toString());
    }

    /** The record in Avro's encoding, half of them with the sizes of blocks. */
    byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EncoderFactory factory = new EncoderFactory().configureBlockSize(64);
        BinaryEncoder encoder =
                random.nextBoolean() ? factory.blockingBinaryEncoder(out, null) : factory.binaryEncoder(out, null);
        try {
            new GenericDatumWriter<GenericRecord>(SCHEMA).write(record, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
