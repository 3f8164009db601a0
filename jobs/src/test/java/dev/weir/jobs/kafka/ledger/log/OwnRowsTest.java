package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OwnRowsTest {

    private final OwnRows rows = new OwnRows();

    @Test
    void the_watch_passes_a_place_from_anywhere_in_it_and_reads_what_is_between_two() {
        rows.add(10, 19, 10);
        rows.add(22, 30, 9);
        assertThat(rows.behind(9)).isEqualTo(9);
        assertThat(rows.behind(13)).isEqualTo(20);
        assertThat(rows.behind(20)).isEqualTo(20);
        assertThat(rows.behind(22)).isEqualTo(31);
        assertThat(rows.behind(31)).isEqualTo(31);
    }

    @Test
    void messages_between_which_others_have_written_are_read() {
        rows.add(10, 20, 10);
        assertThat(rows.behind(10)).isEqualTo(10);
    }

    @Test
    void places_are_forgotten_once_they_are_passed_and_are_not_many() {
        for (int place = 0; place <= OwnRows.MOST; place++) {
            rows.add(10L * place, 10L * place + 1, 2);
        }
        assertThat(rows.behind(10L * OwnRows.MOST)).isEqualTo(10L * OwnRows.MOST);
        rows.add(0, 1, 2);
        assertThat(rows.behind(0)).isEqualTo(2);
        rows.add(5, 6, 2);
        rows.clear();
        assertThat(rows.behind(5)).isEqualTo(5);
    }
}
