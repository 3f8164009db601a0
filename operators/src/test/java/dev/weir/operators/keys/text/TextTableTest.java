package dev.weir.operators.keys.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TextTableTest {

    private static TextTable table(int seed) {
        return new TextTable(new TextHash(new SplittableRandom(seed)::nextLong));
    }

    private static int add(TextTable table, String text) {
        byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        return table.findOrAdd(bytes, 1, bytes.length - 1);
    }

    private static int find(TextTable table, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return table.find(bytes, 0, bytes.length);
    }

    /** The vectors of the reference implementation: key 00 01 .. 0f, message 00 01 .. of 0, 1, 8 and 15 bytes. */
    @Test
    void the_hash_is_siphash_2_4() {
        long[] key = {0x0706050403020100L, 0x0f0e0d0c0b0a0908L};
        int[] next = new int[1];
        TextHash hash = new TextHash(() -> key[next[0]++]);
        byte[] message = new byte[15];
        IntStream.range(0, 15).forEach(i -> message[i] = (byte) i);
        assertThat(hash.of(message, 0, 0)).isEqualTo(0x726fdb47dd0e0e31L);
        assertThat(hash.of(message, 0, 1)).isEqualTo(0x74f839c593dc67fdL);
        assertThat(hash.of(message, 0, 8)).isEqualTo(0x93f5f5799a932462L);
        assertThat(hash.of(message, 0, 15)).isEqualTo(0xa129ca6149be45e5L);
    }

    @Test
    void every_text_keeps_its_own_number_while_the_table_grows() {
        TextTable table = table(1);
        for (int i = 0; i < 20_000; i++) {
            assertThat(find(table, "key " + i)).isEqualTo(TextTable.ABSENT);
            assertThat(add(table, "key " + i)).isEqualTo(i);
        }
        assertThat(table.size()).isEqualTo(20_000);
        for (int i = 0; i < 20_000; i++) {
            assertThat(add(table, "key " + i)).isEqualTo(i);
            assertThat(table.text(i)).isEqualTo("key " + i);
            assertThat(table.bytes(i)).isEqualTo(("key " + i).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(table.size()).isEqualTo(20_000);
    }

    /** U+10000 has larger bytes than U+E000, and smaller characters of UTF-16. */
    @Test
    void texts_are_compared_by_unsigned_bytes() {
        TextTable table = table(2);
        List<String> inOrder =
                List.of("", "A", "a", "aa", "ab", "\u007F", "é", "\u20AC", "\uE000", "\uFFFD", "𐀀", "𐀀a");
        inOrder.forEach(text -> add(table, text));
        for (int i = 0; i < inOrder.size(); i++) {
            for (int j = 0; j < inOrder.size(); j++) {
                assertThat(Integer.signum(table.compare(i, j))).isEqualTo(Integer.compare(i, j));
            }
        }
        assertThat("\uE000".compareTo("𐀀")).isPositive();
    }

    @Test
    void a_view_has_the_texts_of_its_time_and_another_table_reads_them_under_its_own_numbers() throws IOException {
        TextTable table = table(3);
        IntStream.range(0, 100).forEach(i -> add(table, "t" + i));
        TextTable.View view = table.view();
        IntStream.range(100, 1000).forEach(i -> add(table, "t" + i));
        DataOutputSerializer out = new DataOutputSerializer(64);
        view.write(out);
        TextTable other = table(4);
        add(other, "t7");
        List<Integer> numbers = new ArrayList<>();
        other.read(new DataInputDeserializer(out.getCopyOfBuffer()), numbers::add);
        assertThat(numbers).hasSize(100).doesNotHaveDuplicates();
        assertThat(other.size()).isEqualTo(100);
        IntStream.range(0, 100)
                .forEach(i -> assertThat(other.text(numbers.get(i))).isEqualTo("t" + i));
    }
}
