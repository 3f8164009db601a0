package dev.weir.jobs.format.avro;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.operators.counters.Rejection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests messages that are not what they claim: {@code -Dweir.messages=1000000} tests a million of each kind. What is allocated is what
 * the thread has allocated by the platform's own count.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class HostileAvroTest {

    private static final int MESSAGES = Integer.getInteger("weir.messages", 60_000);

    /** More than the texts of one record take, and far less than anything that a message could claim. */
    private static final long MOST_BYTES = 4096;

    /** More than the shortest decimals of a few floating-point numbers with large exponents take. */
    private static final int MOST_FOR_REALS = 1 << 19;

    private static final byte[][] RIDES =
            IntStream.range(0, 500).mapToObj(seed -> Rides.of(seed).bytes()).toArray(byte[][]::new);

    private static final int MEBIBYTE = 1 << 20;

    private final Splitter splitter =
            new AvroFormat(Rides.SCHEMA.toString(), RegistryHeader.NONE).splitter(new FieldNumbers(Rides.FIELDS));
    private final Fields fields = new Fields(Rides.FIELDS.size());
    private final SplittableRandom random = new SplittableRandom(7);
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private boolean isRead(byte[] message) {
        fields.clear();
        return splitter.split(message, fields) == null;
    }

    private long allocated() {
        return threads.getCurrentThreadAllocatedBytes();
    }

    @Test
    void random_bytes_never_throw_and_allocate_nothing_that_they_claim() {
        byte[][] messages = new byte[1000][];
        for (int i = 0; i < MESSAGES; i += messages.length) {
            for (int j = 0; j < messages.length; j++) {
                messages[j] = new byte[random.nextInt(200)];
                random.nextBytes(messages[j]);
            }
            long before = allocated();
            for (byte[] message : messages) {
                isRead(message);
            }
            assertThat(allocated() - before).isLessThan(messages.length * MOST_BYTES);
        }
    }

    @Test
    void no_beginning_of_a_message_is_a_message() {
        for (int i = 0; i < MESSAGES; i++) {
            byte[] message = RIDES[i % RIDES.length];
            assertThat(isRead(Arrays.copyOf(message, random.nextInt(message.length))))
                    .isFalse();
        }
    }

    /** Whatever of a message is changed: if it is read, the library of Apache Avro reads it, too, and as many bytes. */
    @Test
    void a_message_with_flipped_bits_is_refused_or_one_that_the_library_reads() throws IOException {
        readRealsOfAllSizes();
        GenericDatumReader<GenericRecord> library = new GenericDatumReader<>(Rides.SCHEMA);
        int read = 0;
        long all = 0;
        for (int i = 0; i < MESSAGES; i++) {
            byte[] message = RIDES[i % RIDES.length].clone();
            for (int flips = random.nextInt(3); flips >= 0; flips--) {
                message[random.nextInt(message.length)] ^= (byte) (1 << random.nextInt(8));
            }
            long before = allocated();
            boolean isRead = isRead(message);
            long taken = allocated() - before;
            all += taken;
            assertThat(taken).isLessThan(MOST_FOR_REALS);
            if (isRead) {
                read++;
                BinaryDecoder decoder =
                        DecoderFactory.get().directBinaryDecoder(new ByteArrayInputStream(message), null);
                library.read(null, decoder);
                assertThat(decoder.inputStream().available()).isZero();
            }
        }
        assertThat(all).isLessThan(MESSAGES * MOST_BYTES);
        assertThat(read).isBetween(MESSAGES / 10, MESSAGES - MESSAGES / 10);
    }

    /** Each claims 2^31 elements or bytes in a mebibyte that has no room for them. */
    @Test
    void a_mebibyte_that_claims_2_to_the_31_elements_is_refused_without_allocation() {
        String array = "{\"type\":\"array\",\"items\":";
        List<String> types = List.of(
                array + "\"null\"}",
                array + "\"int\"}",
                array + "{\"type\":\"fixed\",\"name\":\"F\",\"size\":0}}",
                array + "{\"type\":\"record\",\"name\":\"E\",\"fields\":[]}}",
                array + "{\"type\":\"record\",\"name\":\"E\",\"fields\":[{\"name\":\"n\",\"type\":\"null\"}]}}",
                "{\"type\":\"map\",\"values\":\"null\"}",
                "\"string\"",
                "\"bytes\"",
                "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":9,\"scale\":2}");
        for (String type : types) {
            String schema = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"f\",\"type\":" + type + "}]}";
            for (String read : List.of("f", "f.x", "other")) {
                Splitter one = new AvroFormat(schema, RegistryHeader.NONE).splitter(new FieldNumbers(List.of(read)));
                assertThat(one.split(claim(), new Fields(1))).isEqualTo(Rejection.MALFORMED);
                byte[] message = claim();
                Fields target = new Fields(1);
                long before = allocated();
                one.split(message, target);
                assertThat(allocated() - before).as(type + " " + read).isLessThan(MOST_BYTES);
            }
        }
    }

    /** A record that contains itself behind 200 arrays: with two of them a message is 400 arrays deep, which would take as many frames of the stack. */
    @Test
    void a_message_of_more_than_256_arrays_in_each_other_is_refused() {
        int arrays = 200;
        String schema = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"f\",\"type\":"
                + "{\"type\":\"array\",\"items\":".repeat(arrays) + "[\"null\",\"R\"]" + "}".repeat(arrays) + "}]}";
        Splitter splitter = new AvroFormat(schema, RegistryHeader.NONE).splitter(new FieldNumbers(List.of("other")));
        byte[] one = nested(arrays, new byte[] {0});
        assertThat(splitter.split(one, new Fields(1))).isNull();
        byte[] branch = new byte[1 + one.length];
        branch[0] = 2;
        System.arraycopy(one, 0, branch, 1, one.length);
        assertThat(splitter.split(nested(arrays, branch), new Fields(1))).isEqualTo(Rejection.MALFORMED);
    }

    /** Arrays in each other, each of one element, around a value. */
    private static byte[] nested(int arrays, byte[] value) {
        byte[] message = new byte[arrays + value.length + arrays];
        Arrays.fill(message, 0, arrays, (byte) 2);
        System.arraycopy(value, 0, message, arrays, value.length);
        return message;
    }

    /** Java keeps the powers of ten that it needs first for some number. */
    private static void readRealsOfAllSizes() {
        for (int exponent = Double.MIN_EXPONENT - 52; exponent <= Double.MAX_EXPONENT; exponent++) {
            byte[] real = ByteBuffer.allocate(Double.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putDouble(Math.scalb(1.0, exponent))
                    .array();
            assertThat(one("\"double\"", real)).isNull();
        }
    }

    private static @Nullable Rejection one(String type, byte[] message) {
        String schema = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"f\",\"type\":" + type + "}]}";
        return new AvroFormat(schema, RegistryHeader.NONE)
                .splitter(new FieldNumbers(List.of("f")))
                .split(message, new Fields(1));
    }

    private static byte[] claim() {
        byte[] message = new byte[MEBIBYTE];
        byte[] claim = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x10};
        System.arraycopy(claim, 0, message, 0, claim.length);
        return message;
    }
}
