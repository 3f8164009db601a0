package dev.weir.operators.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KeptEntriesTest {

    private static void keep(PagedEntries entries, int entry, long number) {
        long[] longs = entries.touch(entry);
        int at = entries.at(entry);
        longs[at] += number;
        longs[at + 1] -= number;
    }

    private static List<String> groups(PagedEntries entries) {
        List<String> groups = new ArrayList<>();
        entries.forEachNonZero((entry, longs, at) ->
                groups.add(entry + Arrays.toString(Arrays.copyOfRange(longs, at, at + entries.width()))));
        return groups;
    }

    @Test
    void every_group_is_kept_and_none_is_added_to_another() {
        PagedEntries entries = KeptEntries.or(3, 2, 100);
        for (int i = 1; i <= 9; i++) {
            keep(entries, 2, i);
        }
        keep(entries, 0, 7);
        keep(entries, 0, 7);
        assertThat(groups(entries))
                .startsWith("0[7, -7]", "0[7, -7]", "2[1, -1]")
                .hasSize(11);
        assertThat(Objects.requireNonNull(entries.find(2))[entries.at(2)]).isEqualTo(9);
        assertThat(entries.at(2)).isEqualTo(16);
        assertThat(entries.find(1)).isNull();
        assertThat(entries.at(1)).isZero();
    }

    /** A view of a snapshot holds the original while the copy goes on. */
    @Test
    void what_a_copy_keeps_later_is_not_in_the_original() {
        PagedEntries entries = KeptEntries.or(1, 2, 100);
        for (int i = 1; i <= 5; i++) {
            keep(entries, 0, i);
        }
        PagedEntries copy = entries.copy();
        for (int i = 6; i <= 40; i++) {
            keep(copy, 0, i);
        }
        assertThat(groups(entries)).hasSize(5).endsWith("0[5, -5]");
        assertThat(groups(copy)).hasSize(40).endsWith("0[40, -40]");
    }

    @Test
    void one_record_more_than_allowed_is_an_error_and_changes_nothing() {
        PagedEntries entries = KeptEntries.or(2, 2, 2);
        keep(entries, 0, 1);
        keep(entries, 0, 2);
        keep(entries, 1, 3);
        assertThatIllegalStateException()
                .isThrownBy(() -> entries.touch(0))
                .withMessage("records of a cell must be at most 2");
        assertThat(groups(entries)).containsExactly("0[1, -1]", "0[2, -2]", "1[3, -3]");
    }

    @Test
    void entries_that_keep_nothing_add_up() {
        PagedEntries entries = KeptEntries.or(1, 2, 0);
        keep(entries, 0, 1);
        keep(entries, 0, 2);
        assertThat(groups(entries)).containsExactly("0[3, -3]");
    }
}
