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
    void entries_hold_what_plain_arrays_would_hold() {
        for (int seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int width = 1 + random.nextInt(3);
            PagedEntries entries = new PagedEntries(random.nextInt(100), width);
            long[][] plain = new long[400][width];
            for (int i = 0; i < 300; i++) {
                int entry = random.nextInt(1 + random.nextInt(400));
                int column = random.nextInt(width);
                long value = random.nextInt(3) - 1L;
                plain[entry][column] = value;
                entries.touch(entry)[entries.at(entry) + column] = value;
            }
            assertThat(nonZero(entries, width)).isEqualTo(nonZero(plain));
        }
    }

    @Test
    void an_entry_is_found_once_its_page_has_been_touched() {
        PagedEntries entries = new PagedEntries(100, 2);
        assertThat(entries.find(70)).isNull();
        entries.touch(65)[entries.at(65) + 1] = 7;
        assertThat(entries.find(70)).isNotNull();
        assertThat(entries.find(65)).contains(7, org.assertj.core.data.Index.atIndex(entries.at(65) + 1));
        assertThat(entries.find(63)).isNull();
        assertThat(entries.find(1000)).isNull();
    }

    @Test
    void the_last_page_has_room_for_its_own_entries_alone() {
        assertThat(new PagedEntries(8, 3).touch(7)).hasSize(24);
        assertThat(new PagedEntries(33, 3).touch(32)).hasSize(3);
    }

    @Test
    void a_copy_and_the_original_go_on_apart() {
        PagedEntries entries = new PagedEntries(10, 1);
        entries.touch(3)[3] = 1;
        PagedEntries copy = entries.copy();
        entries.touch(3)[3] = 2;
        copy.touch(20);
        assertThat(nonZero(copy, 1)).isEqualTo(Map.of(3, "1"));
        assertThat(nonZero(entries, 1)).isEqualTo(Map.of(3, "2"));
    }

    private static Map<Integer, String> nonZero(PagedEntries entries, int width) {
        Map<Integer, String> found = new TreeMap<>();
        entries.forEachNonZero((entry, words, at) -> {
            StringBuilder values = new StringBuilder();
            for (int i = at; i < at + width; i++) {
                values.append(words[i]);
            }
            found.put(entry, values.toString());
        });
        return found;
    }

    private static Map<Integer, String> nonZero(long[][] plain) {
        Map<Integer, String> found = new TreeMap<>();
        for (int entry = 0; entry < plain.length; entry++) {
            StringBuilder values = new StringBuilder();
            boolean isZero = true;
            for (long value : plain[entry]) {
                values.append(value);
                isZero &= value == 0;
            }
            if (!isZero) {
                found.put(entry, values.toString());
            }
        }
        return found;
    }
}
