package dev.weir.accountant.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CanonicalWriterTest {

    /** The texts end before, at and behind the end of the array, and with characters of one to four bytes and half a surrogate pair. */
    @Test
    void a_text_is_its_length_and_its_bytes_wherever_the_array_ends() {
        for (String end : List.of("", "a", "\u007F", "\u0080", "ä", "€", "😀", "\uD83D")) {
            for (int length = 0; length < 40; length++) {
                String text = "k".repeat(length) + end;
                byte[] expected = new CanonicalWriter()
                        .block(text.getBytes(StandardCharsets.UTF_8))
                        .number(7)
                        .bytes();
                for (int capacity = 0; capacity < 40; capacity += 3) {
                    CanonicalWriter written =
                            new CanonicalWriter(capacity).text(text).number(7);
                    assertThat(written.bytes()).isEqualTo(expected);
                    assertThat(written.array()).startsWith(expected);
                    assertThat(written.length()).isEqualTo(expected.length);
                }
            }
        }
    }
}
