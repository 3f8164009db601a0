package dev.weir.accountant.journal.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClosedWindowRowTest {

    /** The index of a row's kind in its bytes. */
    private static final int KIND = 2;

    private static byte[] row(LedgerRow.Kind kind, String key, long charge, String line) {
        return LedgerBytes.encode(new LedgerRow(
                kind, "rides/trips/1//9", "trips", key, 0, 9, charge, line.getBytes(StandardCharsets.UTF_8)));
    }

    /** A build that knows two kinds of rows finds neither in the row of a closed window. */
    @Test
    void the_row_of_a_closed_window_is_that_of_a_withheld_one_with_a_third_code_and_states_no_key_charge_or_line() {
        byte[] closed = row(LedgerRow.Kind.CLOSED, "", 0, "");
        byte[] withheld = row(LedgerRow.Kind.WITHHELD, "", 0, "");
        assertThat(closed[KIND]).isEqualTo((byte) 3);
        assertThat(LedgerBytes.decodeRow(closed).orElseThrow().kind()).isEqualTo(LedgerRow.Kind.CLOSED);
        withheld[KIND] = 3;
        assertThat(withheld).isEqualTo(closed);
        closed[KIND] = 4;
        assertThat(LedgerBytes.decodeRow(closed)).isEmpty();
        for (byte[] more : List.of(
                row(LedgerRow.Kind.WITHHELD, "hafen", 0, ""),
                row(LedgerRow.Kind.WITHHELD, "", 1, ""),
                row(LedgerRow.Kind.WITHHELD, "", 0, "{}"))) {
            more[KIND] = 3;
            assertThat(LedgerBytes.decodeRow(more)).isEmpty();
        }
    }
}
