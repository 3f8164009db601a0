package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OwnTransactionsTest {

    private final OwnTransactions own = new OwnTransactions();

    private static LogAdmin.BothEnds ends(long readable, long written) {
        return new LogAdmin.BothEnds(readable, written, Optional.of(0));
    }

    private long behind(long next) {
        return own.behind(next, ends(50, 50));
    }

    @Test
    void the_watch_passes_a_place_from_anywhere_in_it_and_reads_what_is_between_two() {
        own.add(10, 19, 10);
        own.add(22, 30, 9);
        assertThat(behind(9)).isEqualTo(9);
        assertThat(behind(13)).isEqualTo(20);
        assertThat(behind(20)).isEqualTo(20);
        assertThat(behind(22)).isEqualTo(31);
        assertThat(behind(31)).isEqualTo(31);
    }

    @Test
    void messages_between_which_others_have_written_are_read() {
        own.add(10, 20, 10);
        own.add(Long.MAX_VALUE, Long.MIN_VALUE, 0);
        assertThat(behind(10)).isEqualTo(10);
    }

    /** While another transaction is open, the mark may stand behind its records. */
    @Test
    void one_message_behind_a_place_is_the_mark_if_no_transaction_is_open() {
        own.add(10, 19, 10);
        assertThat(own.behind(10, ends(21, 22))).isEqualTo(20);
        own.add(30, 39, 10);
        assertThat(own.behind(30, ends(42, 42))).isEqualTo(40);
        own.add(50, 59, 10);
        assertThat(own.behind(50, ends(61, 61))).isEqualTo(61);
        assertThat(own.behind(61, ends(62, 62))).as("a message alone").isEqualTo(61);
    }

    @Test
    void places_are_forgotten_once_they_are_passed_and_are_not_many() {
        for (int place = 0; place <= OwnTransactions.MOST; place++) {
            own.add(10L * place, 10L * place + 1, 2);
        }
        assertThat(behind(10L * OwnTransactions.MOST)).isEqualTo(10L * OwnTransactions.MOST);
        own.add(0, 1, 2);
        assertThat(behind(0)).isEqualTo(2);
        own.add(5, 6, 2);
        own.clear();
        assertThat(behind(5)).isEqualTo(5);
    }
}
