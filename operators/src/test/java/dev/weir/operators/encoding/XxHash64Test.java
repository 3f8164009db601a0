package dev.weir.operators.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests the hash by which state is placed. If it changed, units and keys would no longer find their state. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class XxHash64Test {

    private static final int VECTORS = 30;

    /** {@code routing/xxh64.csv} was computed by lz4-java 1.10.3 (net.jpountz.xxhash) from 0 to 255 random bytes. */
    @Test
    void hashes_are_those_of_another_implementation() throws IOException {
        int seen = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(XxHash64Test.class.getResourceAsStream("/routing/xxh64.csv")),
                StandardCharsets.UTF_8))) {
            lines.readLine();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int comma = line.indexOf(',');
                byte[] bytes = HexFormat.of().parseHex(line.substring(0, comma));
                assertThat(HexFormat.of().toHexDigits(XxHash64.of(bytes)))
                        .as("%d bytes", bytes.length)
                        .isEqualTo(line.substring(comma + 1));
                seen++;
            }
        }
        assertThat(seen).isEqualTo(VECTORS);
    }

    @Test
    void three_words_are_24_bytes() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 100; i++) {
            long[] words = random.longs(3).toArray();
            ByteBuffer bytes = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asLongBuffer().put(words);
            assertThat(XxHash64.of(words[0], words[1], words[2])).isEqualTo(XxHash64.of(bytes.array()));
        }
    }
}
