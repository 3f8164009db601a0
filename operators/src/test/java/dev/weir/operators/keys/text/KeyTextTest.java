package dev.weir.operators.keys.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.keys.text.KeyText.Fault;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KeyTextTest {

    private static final int MOST = 256;

    private static @Nullable Fault fault(byte[] text) {
        byte[] around = new byte[text.length + 2];
        around[0] = (byte) 0x80;
        around[text.length + 1] = (byte) 0x80;
        System.arraycopy(text, 0, around, 1, text.length);
        return KeyText.fault(around, 1, text.length + 1, MOST);
    }

    private static @Nullable Fault fault(String text) {
        return fault(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_key_has_at_least_one_byte_and_at_most_the_limit() {
        assertThat(fault("")).isEqualTo(Fault.EMPTY);
        assertThat(fault("k".repeat(256))).isNull();
        assertThat(fault("k".repeat(257))).isEqualTo(Fault.TOO_LONG);
        assertThat(fault("é".repeat(128))).isNull();
        assertThat(fault("é".repeat(129))).isEqualTo(Fault.TOO_LONG);
    }

    /** Markup and quotes are texts: they are escaped where they are shown. */
    @Test
    void markup_quotes_and_every_script_are_keys() {
        assertThat(fault("<script>alert(1)</script>")).isNull();
        assertThat(fault("\"'`;,|\\ %")).isNull();
        assertThat(fault("größe 東京 😀 שלום \uE000\uFFFD")).isNull();
    }

    /** The rule, asked of every character on its own: Java's decoder, its classes of control characters, and two ranges by hand. */
    @Test
    void of_all_characters_those_of_control_and_direction_are_refused() {
        for (int character = 1; character <= Character.MAX_CODE_POINT; character++) {
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                continue;
            }
            boolean isRefused = Character.getType(character) == Character.CONTROL
                    || (character >= 0x202A && character <= 0x202E)
                    || (character >= 0x2066 && character <= 0x2069);
            assertThat(fault("a" + Character.toString(character) + "b"))
                    .as("U+%X", character)
                    .isEqualTo(isRefused ? Fault.MALFORMED : null);
        }
    }

    /** All sequences of up to two bytes, and random ones of up to five, are keys exactly if Java's strict decoder takes them. */
    @Test
    void bytes_that_are_not_utf_8_are_refused() {
        for (int pair = 0; pair < 1 << 16; pair++) {
            assertStrict(new byte[] {(byte) (pair >>> 8), (byte) pair});
        }
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 300_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(5)];
            random.nextBytes(bytes);
            // half of them begin like a character of three or four bytes
            bytes[0] = random.nextBoolean() ? (byte) (0xE0 + random.nextInt(32)) : bytes[0];
            for (int j = 1; j < bytes.length; j++) {
                bytes[j] = random.nextInt(4) > 0 ? (byte) (0x80 | (bytes[j] & 0x3F)) : bytes[j];
            }
            assertStrict(bytes);
        }
    }

    private static void assertStrict(byte[] bytes) {
        boolean isText;
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            isText = text.codePoints().noneMatch(c -> Character.getType(c) == Character.CONTROL)
                    && text.codePoints().noneMatch(c -> (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069));
        } catch (CharacterCodingException e) {
            isText = false;
        }
        assertThat(fault(bytes)).isEqualTo(isText ? null : Fault.MALFORMED);
    }
}
