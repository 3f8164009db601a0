package dev.weir.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PagedEntriesTest {

    @Test
    void rows_hold_what_plain_arrays_would_hold() {
        for (int seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int width = 1 + random.nextInt(3);
            PagedEntries rows = new PagedEntries(random.nextInt(100), width);
            long[][] plain = new long[400][width];
            for (int i = 0; i < 300; i++) {
                int row = random.nextInt(1 + random.nextInt(400));
                int column = random.nextInt(width);
                long value = random.nextInt(3) - 1L;
                plain[row][column] = value;
                rows.touch(row)[rows.at(row) + column] = value;
            }
            assertThat(nonZero(rows, width)).isEqualTo(nonZero(plain));
        }
    }

    @Test
    void a_row_is_found_once_its_page_has_been_touched() {
        PagedEntries rows = new PagedEntries(100, 2);
        assertThat(rows.find(70)).isNull();
        rows.touch(65)[rows.at(65) + 1] = 7;
        assertThat(rows.find(70)).isNotNull();
        assertThat(rows.find(65)).contains(7, org.assertj.core.data.Index.atIndex(rows.at(65) + 1));
        assertThat(rows.find(63)).isNull();
        assertThat(rows.find(1000)).isNull();
    }

    @Test
    void the_last_page_has_room_for_its_own_rows_alone() {
        assertThat(new PagedEntries(8, 3).touch(7)).hasSize(24);
        assertThat(new PagedEntries(33, 3).touch(32)).hasSize(3);
    }

    @Test
    void a_copy_and_the_original_go_on_apart() {
        PagedEntries rows = new PagedEntries(10, 1);
        rows.touch(3)[3] = 1;
        PagedEntries copy = rows.copy();
        rows.touch(3)[3] = 2;
        copy.touch(20);
        assertThat(nonZero(copy, 1)).isEqualTo(Map.of(3, "1"));
        assertThat(nonZero(rows, 1)).isEqualTo(Map.of(3, "2"));
    }

    private static Map<Integer, String> nonZero(PagedEntries rows, int width) {
        Map<Integer, String> found = new TreeMap<>();
        rows.forEachNonZero((row, words, at) -> {
            StringBuilder values = new StringBuilder();
            for (int i = at; i < at + width; i++) {
                values.append(words[i]);
            }
            found.put(row, values.toString());
        });
        return found;
    }

    private static Map<Integer, String> nonZero(long[][] plain) {
        Map<Integer, String> found = new TreeMap<>();
        for (int row = 0; row < plain.length; row++) {
            StringBuilder values = new StringBuilder();
            boolean isZero = true;
            for (long value : plain[row]) {
                values.append(value);
                isZero &= value == 0;
            }
            if (!isZero) {
                found.put(row, values.toString());
            }
        }
        return found;
    }
}
