package dev.weir.jobs.format.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.sun.management.ThreadMXBean;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.RecordCutter;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.operators.counters.Rejection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests messages that the library of Protocol Buffers has written, and messages that are not what they claim: {@code -Dweir.messages=1000000}
 * tests a million of each kind of these.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class ProtobufRecordTest {

    private static final int MESSAGES = Integer.getInteger("weir.messages", 60_000);
    private static final long MOST_BYTES = 4096;
    private static final byte[][] TRIPS =
            IntStream.range(0, 500).mapToObj(seed -> Trips.of(seed).bytes()).toArray(byte[][]::new);

    private final SplittableRandom random = new SplittableRandom(7);
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static ProtobufFormat format(String message, RegistryHeader header) {
        return new ProtobufFormat(Base64.getEncoder().encodeToString(Trips.SET.toByteArray()), message, header);
    }

    private static Map<String, String> read(Splitter splitter, List<String> names, byte[] message) {
        FieldNumbers numbers = new FieldNumbers(names);
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

    private static Splitter splitter(List<String> names) {
        return format(Trips.NAME, RegistryHeader.NONE).splitter(new FieldNumbers(names));
    }

    @Test
    void every_type_of_protobuf_has_the_text_that_the_platform_gives_its_value() {
        Splitter splitter = splitter(Trips.FIELDS);
        for (int seed = 0; seed < 2000; seed++) {
            Trips trip = Trips.of(seed);
            assertThat(read(splitter, Trips.FIELDS, trip.bytes())).isEqualTo(trip.texts());
        }
    }

    @Test
    void a_field_has_the_same_text_whichever_other_fields_are_skipped() {
        for (String field : Trips.FIELDS) {
            Splitter splitter = splitter(List.of(field));
            for (int seed = 0; seed < 200; seed++) {
                Trips trip = Trips.of(seed);
                Map<String, String> alone = new TreeMap<>(trip.texts());
                alone.keySet().retainAll(List.of(field));
                assertThat(read(splitter, List.of(field), trip.bytes())).isEqualTo(alone);
            }
        }
    }

    /** Fields without presence have their defaults in an empty message; a text that is empty counts as missing. */
    @Test
    void a_field_that_does_not_know_whether_it_is_there_has_its_default() {
        assertThat(read(splitter(Trips.FIELDS), Trips.FIELDS, new byte[0]).toString())
                .isEqualTo(
                        "{distance=0.0, f32=0, f64=0, i32=0, i64=0, kind=DAY, paid=false, ratio=0.0, s32=0, s64=0, sf32=0, sf64=0,"
                                + " u32=0, u64=0}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            i32      | 48ffffffffffffffffff01 | -1
            i32      | 488080808008           | MALFORMED
            i64      | 08ffffffffffffffffff00 | MALFORMED
            i32      | 48                     | MALFORMED
            i32      | 48014802               | MALFORMED
            i32      | 4d00000000             | MALFORMED
            u32      | 10ffffffff0f           | 4294967295
            u32      | 108080808010           | MALFORMED
            kind     | 7807                   | NIGHT
            kind     | 7805                   | 5
            paid     | 6802                   | MALFORMED
            zone     | 720161                 | a
            zone     | 7201ff                 | MALFORMED
            zone     | 720561                 | MALFORMED
            zone     | 72ffffffff0f61         | MALFORMED
            at       | 820100                 | 1970-01-01T00:00:00Z
            at       | 820104080110e807       | MALFORMED
            at       | 820105080110e807       | 1970-01-01T00:00:01.000001Z
            at       | 82010310ff01           | 1970-01-01T00:00:00.000000255Z
            at       | 820106108094ebdc03     | OTHER
            tip      | 8a0100                 | 0
            stops    | 9a01020102             | OTHER
            stops    | 980105                 | OTHER
            rider    | c23e00                 | OTHER
            tags.n   | a201050a016e1007       | 7
            tags.n   | a2010510070a016e       | 7
            tags.n   | a201030a016e           | 0
            tags.n   | a201050a016e1007a201050a016e1007 | MALFORMED
            cash     | a80100                 | 0
            cash     | a80100b2010161         | MALFORMED
            cash     | b2010161               | MISSING
            i64      | 0801c33e0805c43e       | 1
            i64      | 0801c33ec33ec43ec43e   | 1
            i64      | 0801c33e               | MALFORMED
            i64      | 0801c43e               | MALFORMED
            i64      | 080107                 | MALFORMED
            i64      | 0000                   | MALFORMED
            """)
    void a_value_at_an_edge_is_read_or_refused(String field, String hex, String text) {
        Map<String, String> texts =
                read(splitter(List.of(field)), List.of(field), HexFormat.of().parseHex(hex));
        assertThat(texts.values().stream().findFirst().orElse("MISSING")).isEqualTo(text);
    }

    @Test
    void a_message_behind_the_header_of_a_registry_must_be_of_the_number_and_the_type() {
        Splitter splitter = format(Trips.NAME, new RegistryHeader(258)).splitter(new FieldNumbers(List.of("i64")));
        Splitter nested = format("town.Trip.Rider", new RegistryHeader(258)).splitter(new FieldNumbers(List.of("id")));
        Splitter first = format("town.Unrelated", new RegistryHeader(258)).splitter(new FieldNumbers(List.of("$key")));
        assertThat(read(splitter, List.of("i64"), new byte[] {0, 0, 0, 1, 2, 2, 2, 8, 5}))
                .isEqualTo(Map.of("i64", "5"));
        assertThat(read(nested, List.of("id"), new byte[] {0, 0, 0, 1, 2, 4, 2, 0, 24, 5}))
                .isEqualTo(Map.of("id", "5"));
        assertThat(read(first, List.of("$key"), new byte[] {0, 0, 0, 1, 2, 0})).isEmpty();
        for (byte[] wrong : List.of(
                new byte[] {0, 0, 0, 1, 3, 2, 2, 8, 5},
                new byte[] {0, 0, 0, 1, 2, 0, 8, 5},
                new byte[] {0, 0, 0, 1, 2, 2, 4, 8, 5},
                new byte[] {8, 5})) {
            assertThat(read(splitter, List.of("i64"), wrong)).containsEntry("code", "MALFORMED");
        }
    }

    @Test
    void a_recording_is_cut_into_the_messages_of_a_topic() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (byte[] trip : List.of(TRIPS[0], TRIPS[1], new byte[0])) {
            DynamicMessage.parseFrom(Trips.TYPE, trip).writeDelimitedTo(file);
        }
        ProtobufFormat framed = format(Trips.NAME, new RegistryHeader(258));
        try (RecordCutter cutter = framed.cutter(new ByteArrayInputStream(file.toByteArray()), 1000)) {
            for (long seed : List.of(0L, 1L)) {
                byte[] message = Objects.requireNonNull(cutter.next());
                assertThat(read(framed.splitter(new FieldNumbers(Trips.FIELDS)), Trips.FIELDS, message))
                        .isEqualTo(Trips.of(seed).texts());
            }
            assertThat(cutter.next()).isEqualTo(new byte[] {0, 0, 0, 1, 2, 2, 2});
            assertThat(cutter.next()).isNull();
        }
        ProtobufFormat plain = format(Trips.NAME, RegistryHeader.NONE);
        try (RecordCutter cutter = plain.cutter(new ByteArrayInputStream(file.toByteArray()), 10)) {
            assertThat(cutter.next()).hasSize(11);
            assertThat(cutter.next()).hasSize(11);
            assertThat(cutter.next()).isEmpty();
        }
    }

    @Test
    void random_bytes_never_throw_and_allocate_nothing_that_they_claim() {
        Splitter splitter = splitter(Trips.FIELDS);
        Fields fields = new Fields(Trips.FIELDS.size());
        byte[][] messages = new byte[1000][];
        for (int i = 0; i < MESSAGES; i += messages.length) {
            for (int j = 0; j < messages.length; j++) {
                messages[j] = new byte[random.nextInt(200)];
                random.nextBytes(messages[j]);
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            for (byte[] message : messages) {
                fields.clear();
                splitter.split(message, fields);
            }
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(messages.length * MOST_BYTES);
        }
    }

    /** What the library would not read is refused, but for what is in fields that are skipped, or is there twice. */
    @Test
    void a_message_that_is_cut_or_has_flipped_bits_never_throws_and_is_read_as_the_library_reads_it() {
        Splitter splitter = splitter(List.of("i64"));
        int read = 0;
        for (int i = 0; i < MESSAGES; i++) {
            byte[] message = TRIPS[i % TRIPS.length].clone();
            message[random.nextInt(message.length)] ^= (byte) (1 << random.nextInt(8));
            message = java.util.Arrays.copyOf(
                    message, message.length - random.nextInt(2) * random.nextInt(message.length));
            Map<String, String> texts = read(splitter, List.of("i64"), message);
            try {
                Object value =
                        DynamicMessage.parseFrom(Trips.TYPE, message).getField(Trips.TYPE.findFieldByName("i64"));
                if (!texts.containsKey("code")) {
                    read++;
                    assertThat(texts).containsEntry("i64", value.toString());
                }
            } catch (InvalidProtocolBufferException e) {
                assertThat(texts).isNotNull();
            }
        }
        assertThat(read).isGreaterThan(MESSAGES / 10);
    }

    @Test
    void a_mebibyte_that_claims_2_gigabytes_is_refused_without_allocation() {
        for (String field : List.of("zone", "tags.n", "rider.id", "stops", "at", "tip", "i64")) {
            Splitter splitter = splitter(List.of(field));
            for (byte tag : new byte[] {0x72, (byte) 0xa2, (byte) 0xc2, (byte) 0x9a, (byte) 0x82, (byte) 0x8a}) {
                byte[] message = new byte[1 << 20];
                message[0] = tag;
                int from = tag > 0 ? 1 : 2;
                message[1] = (byte) (tag == (byte) 0xc2 ? 0x3e : 1);
                byte[] claim = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 7};
                System.arraycopy(claim, 0, message, from, claim.length);
                Fields fields = new Fields(1);
                long before = threads.getCurrentThreadAllocatedBytes();
                Rejection code = splitter.split(message, fields);
                assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_BYTES);
                assertThat(code).isEqualTo(Rejection.MALFORMED);
            }
        }
    }
}
