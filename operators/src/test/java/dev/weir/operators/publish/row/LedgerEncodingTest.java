package dev.weir.operators.publish.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.release.Outcome;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerEncodingTest {

    private static PublishedRow row(Outcome.Kind kind) {
        return new PublishedRow(kind, 0, 1, "q", "k", "id", 0, new byte[0]);
    }

    @Test
    void exact_rows_never_come_near_a_ledger() {
        PublishedRow exact = row(Outcome.Kind.EXACT);
        assertThatThrownBy(() -> LedgerEncoding.encode(exact)).isInstanceOf(IllegalArgumentException.class);
        assertThat(LedgerEncoding.encode(row(Outcome.Kind.RELEASED))).isNotEmpty();
    }
}
