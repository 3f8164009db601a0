package dev.weir.operators.publish.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.operators.release.Outcome;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerEncodingTest {

    private static PublishedRow row(Outcome.Kind kind) {
        return new PublishedRow(kind, 0, 1, "q", "k", "id", 0, new byte[0]);
    }

    /** Texts of other characters need more bytes than were reserved. */
    @Test
    void a_row_has_the_bytes_that_the_ledger_defines_whatever_its_texts() {
        for (String key : List.of("", "k", "k\u00e9y", "\ud83d\ude00")) {
            PublishedRow row = new PublishedRow(Outcome.Kind.WITHHELD, -1, 2, "q", key, "id " + key, 3, new byte[] {4});
            assertThat(LedgerEncoding.encode(row))
                    .isEqualTo(LedgerBytes.encode(
                            new LedgerRow(LedgerRow.Kind.WITHHELD, "id " + key, "q", key, -1, 2, 3, new byte[] {4})));
        }
    }

    @Test
    void exact_rows_never_come_near_a_ledger() {
        PublishedRow exact = row(Outcome.Kind.EXACT);
        assertThatThrownBy(() -> LedgerEncoding.encode(exact)).isInstanceOf(IllegalArgumentException.class);
        assertThat(LedgerEncoding.encode(row(Outcome.Kind.RELEASED))).isNotEmpty();
    }
}
