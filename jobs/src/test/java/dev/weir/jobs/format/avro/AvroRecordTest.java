package dev.weir.jobs.format.avro;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.encoding.TaggedFields;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the texts of fields of messages that the library of Apache Avro, or a test by hand, has written. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AvroRecordTest {

    private static final int RECORDS = 2000;

    private static AvroFormat format(String schema) {
        return new AvroFormat(schema, RegistryHeader.NONE);
    }

    private static Map<String, String> read(AvroFormat format, List<String> names, byte[] message) {
        FieldNumbers numbers = new FieldNumbers(names);
        Splitter splitter = format.splitter(numbers);
        Fields fields = new Fields(numbers.count());
        fields.clear();
        Rejection code = splitter.split(message, fields);
        Map<String, String> texts = new TreeMap<>();
        if (code != null) {
            texts.put("code", code.name());
            return texts;
        }
        for (String name : names) {
            if (fields.isText(numbers.of(name))) {
                texts.put(name, fields.text(numbers.of(name)));
            } else if (fields.isOther(numbers.of(name))) {
                texts.put(name, "OTHER");
            }
        }
        return texts;
    }

    /** One field of a record that has no other. */
    private static String one(String type, byte... value) {
        String schema = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"f\",\"type\":" + type + "}]}";
        Map<String, String> texts = read(format(schema), List.of("f"), value);
        return texts.values().stream().findFirst().orElse("MISSING");
    }

    @Test
    void every_type_of_avro_has_the_text_that_the_platform_gives_its_value() {
        AvroFormat format = format(Rides.SCHEMA.toString());
        for (int seed = 0; seed < RECORDS; seed++) {
            Rides ride = Rides.of(seed);
            assertThat(read(format, Rides.FIELDS, ride.bytes())).isEqualTo(ride.texts());
        }
    }

    @Test
    void a_field_has_the_same_text_whichever_other_fields_are_skipped() {
        AvroFormat format = format(Rides.SCHEMA.toString());
        for (int seed = 0; seed < RECORDS / 10; seed++) {
            Rides ride = Rides.of(seed);
            byte[] message = ride.bytes();
            for (String field : Rides.FIELDS) {
                Map<String, String> alone = new TreeMap<>(ride.texts());
                alone.keySet().retainAll(List.of(field));
                assertThat(read(format, List.of(field), message)).isEqualTo(alone);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            "int"                                                       | 01             | -1
            "int"                                                       | feffffff0f     | 2147483647
            "int"                                                       | 8080808010     | MALFORMED
            "int"                                                       | 8100           | -1
            "int"                                                       | 80             | MALFORMED
            "int"                                                       | 0000           | MALFORMED
            "long"                                                      | ffffffffffffffffff01 | -9223372036854775808
            "long"                                                      | ffffffffffffffffff02 | MALFORMED
            "long"                                                      | ffffffffffffffffffff01 | MALFORMED
            "float"                                                     | 0000c07f       | NaN
            "float"                                                     | cdcccc3d       | 0.1
            "double"                                                    | 000000000000f0ff | -Infinity
            "double"                                                    | 00000000000000 | MALFORMED
            "boolean"                                                   | 02             | MALFORMED
            "string"                                                    | 00             | MISSING
            "string"                                                    | 02ff           | MALFORMED
            "string"                                                    | 0461           | MALFORMED
            "string"                                                    | 0161           | MALFORMED
            "null"                                                      | 00             | MALFORMED
            "bytes"                                                     | 0261           | OTHER
            ["null","string"]                                           | 00             | MISSING
            ["null","string"]                                           | 020261         | a
            ["null","string"]                                           | 040261         | MALFORMED
            ["null","string"]                                           | 010261         | MALFORMED
            ["string",{"type":"array","items":"int"}]                   | 0200           | OTHER
            {"type":"enum","name":"E","symbols":["A","B"]}              | 02             | B
            {"type":"enum","name":"E","symbols":["A","B"]}              | 04             | MALFORMED
            {"type":"array","items":"int"}                              | 02060000       | MALFORMED
            {"type":"array","items":"int"}                              | 020600         | OTHER
            {"type":"array","items":"int"}                              | 01020600       | OTHER
            {"type":"array","items":"int"}                              | 03020600       | MALFORMED
            {"type":"array","items":"int"}                              | 0104060600     | MALFORMED
            {"type":"array","items":"null"}                             | 030000         | OTHER
            {"type":"array","items":"null"}                             | 0302ff00       | MALFORMED
            {"type":"array","items":"null"}                             | 8080080a       | MALFORMED
            {"type":"array","items":"null"}                             | 80800800       | OTHER
            {"type":"array","items":"null"}                             | 82800800       | MALFORMED
            {"type":"array","items":"null"}                             | 808008020000   | MALFORMED
            {"type":"bytes","logicalType":"decimal","precision":4,"scale":2} | 00        | MALFORMED
            {"type":"bytes","logicalType":"decimal","precision":4,"scale":2} | 04270f    | 99.99
            {"type":"bytes","logicalType":"decimal","precision":4,"scale":2} | 04d8f1    | -99.99
            {"type":"bytes","logicalType":"decimal","precision":4,"scale":2} | 042710    | OTHER
            {"type":"bytes","logicalType":"decimal","precision":4,"scale":2} | 080000007b | 1.23
            {"type":"int","logicalType":"date"}                         | 01             | 1969-12-31
            {"type":"int","logicalType":"time-millis"}                  | 01             | OTHER
            {"type":"long","logicalType":"timestamp-millis"}            | 01             | 1969-12-31T23:59:59.999Z
            {"type":"long","logicalType":"timestamp-micros"}            | 02             | 1970-01-01T00:00:00.000001Z
            {"type":"long","logicalType":"timestamp-nanos"}             | 02             | 1970-01-01T00:00:00.000000001Z
            {"type":"long","logicalType":"timestamp-millis"}            | feffffffffffffffff01 | +292278994-08-17T07:12:55.807Z
            {"type":"long","logicalType":"timestamp-millis"}            | ffffffffffffffffff01 | -292275055-05-16T16:47:04.192Z
            """)
    void a_value_at_an_edge_of_its_type_is_read_or_refused(String type, String hex, String text) {
        assertThat(one(type, HexFormat.of().parseHex(hex))).isEqualTo(text);
    }

    @Test
    void a_decimal_of_a_million_digits_is_none_of_its_type_and_costs_no_time_of_its_square() {
        byte[] message = new byte[1_000_004];
        Arrays.fill(message, (byte) 0x11);
        // 1 000 001 bytes
        System.arraycopy(new byte[] {(byte) 0x82, (byte) 0x89, (byte) 0x7a}, 0, message, 0, 3);
        assertThat(one("{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":130,\"scale\":0}", message))
                .isEqualTo("OTHER");
    }

    @Test
    void a_map_with_one_key_twice_is_refused_where_the_key_is_read() {
        String schema =
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"m\",\"type\":{\"type\":\"map\",\"values\":\"int\"}}]}";
        byte[] message = {4, 2, 'a', 2, 2, 'a', 4, 0};
        assertThat(read(format(schema), List.of("m.a"), message)).containsEntry("code", "MALFORMED");
        assertThat(read(format(schema), List.of("m.b"), message)).isEmpty();
        byte[] sized = {3, 12, 2, 'a', 2, 2, 'b', 4, 0};
        assertThat(read(format(schema), List.of("m.a", "m.b"), sized)).isEqualTo(Map.of("m.a", "1", "m.b", "2"));
        byte[] wrong = {3, 14, 2, 'a', 2, 2, 'b', 4, 0};
        assertThat(read(format(schema), List.of("m.a"), wrong)).containsEntry("code", "MALFORMED");
    }

    @Test
    void records_in_records_are_read_256_deep() {
        String schema =
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"f\",\"type\":[\"null\",\"R\"]},{\"name\":\"n\",\"type\":\"int\"}]}";
        assertThat(read(format(schema), List.of("n"), nested(256))).isEqualTo(Map.of("n", "1"));
        assertThat(read(format(schema), List.of("n"), nested(257))).containsEntry("code", "MALFORMED");
        assertThat(read(format(schema), List.of("n"), nested(300_000))).containsEntry("code", "MALFORMED");
    }

    private static byte[] nested(int levels) {
        ByteBuffer message = ByteBuffer.allocate(2 * levels);
        for (int i = 1; i < levels; i++) {
            message.put((byte) 2);
        }
        message.put((byte) 0);
        for (int i = 0; i < levels; i++) {
            message.put((byte) 2);
        }
        return message.array();
    }

    @Test
    void a_message_with_the_header_of_a_registry_is_read_by_its_number_alone() {
        String schema = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"f\",\"type\":\"int\"}]}";
        AvroFormat format = new AvroFormat(schema, new RegistryHeader(258));
        assertThat(read(format, List.of("f"), new byte[] {0, 0, 0, 1, 2, 8})).isEqualTo(Map.of("f", "4"));
        for (byte[] wrong : List.of(
                new byte[] {0, 0, 0, 1, 3, 8}, new byte[] {1, 0, 0, 1, 2, 8}, new byte[] {0, 0, 0, 1}, new byte[] {8
                })) {
            assertThat(read(format, List.of("f"), wrong)).containsEntry("code", "MALFORMED");
        }
    }

    /** A query would read other bytes as its field if a header came or went, but not if the registry gave another number. */
    @Test
    void whether_a_header_is_expected_is_part_of_the_place_of_a_field_and_its_number_is_not() {
        String schema = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"f\",\"type\":\"int\"}]}";
        AvroFormat without = format(schema);
        AvroFormat seven = new AvroFormat(schema, new RegistryHeader(7));
        assertThat(seven.place("f")).contains(without.place("f").orElseThrow() + " behind a header");
        assertThat(identity(seven)).isNotEqualTo(identity(without));
        assertThat(identity(seven)).isEqualTo(identity(new AvroFormat(schema, new RegistryHeader(8))));
    }

    private static byte[] identity(AvroFormat format) {
        TaggedFields fingerprint = new TaggedFields();
        format.identify(fingerprint, Stream.of("f"));
        return fingerprint.bytes();
    }

    /** The platform gives some of these other digits up to Java 18, such as 1.9999999999999998E23. */
    @Test
    void a_number_has_the_shortest_decimal_whatever_the_Java() {
        assertThat(one("\"double\"", little(Double.doubleToLongBits(Double.parseDouble("2e23")), 8)))
                .isEqualTo("2.0E23");
        assertThat(one("\"double\"", little(Double.doubleToLongBits(0.1), 8))).isEqualTo("0.1");
        assertThat(one("\"double\"", little(Double.doubleToLongBits(2.2250738585072014E-308), 8)))
                .isEqualTo("2.2250738585072014E-308");
        assertThat(one("\"float\"", little(Float.floatToIntBits(1.0E10f), 4))).isEqualTo("1.0E10");
        assertThat(one("\"float\"", little(Float.floatToIntBits(8.41E21f), 4))).isEqualTo("8.41E21");
    }

    @Test
    void a_number_reads_back_and_has_no_more_digits_than_the_platform_s() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < RECORDS; i++) {
            float single = Float.intBitsToFloat(random.nextInt());
            String text = one("\"float\"", little(Float.floatToIntBits(single), 4));
            assertThat(Float.floatToIntBits(Float.parseFloat(text))).isEqualTo(Float.floatToIntBits(single));
            assertThat(text.length()).isLessThanOrEqualTo(Float.toString(single).length());
            double value = Double.longBitsToDouble(random.nextLong());
            text = one("\"double\"", little(Double.doubleToLongBits(value), 8));
            assertThat(Double.doubleToLongBits(Double.parseDouble(text))).isEqualTo(Double.doubleToLongBits(value));
            assertThat(text.length()).isLessThanOrEqualTo(Double.toString(value).length());
        }
    }

    private static byte[] little(long bits, int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (bits >> (8 * i));
        }
        return bytes;
    }
}
