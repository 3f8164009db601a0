package dev.weir.accountant.local.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.local.LocalLaplace;
import dev.weir.accountant.local.LocalMechanism;
import dev.weir.accountant.local.NumberResponse.Range;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.SeededRandomness;
import java.math.BigDecimal;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Reports of a mechanism with so much noise that two draws are never equal. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MemoTest {

    private final LocalMechanism mechanism = LocalLaplace.of(new Range(0, 1L << 30), new BigDecimal("0.01"));
    private final Randomness randomness = new SeededRandomness(41);

    private byte[] report(Memo memo, long value) {
        return memo.report(value, mechanism, randomness);
    }

    @Test
    void the_same_value_gives_the_same_report() {
        Memo memo = Memo.of(2);
        byte[] first = report(memo, 3);
        byte[] second = report(memo, 4);
        assertThat(second).isNotEqualTo(first);
        assertThat(report(memo, 3)).isEqualTo(first);
        assertThat(report(memo, 4)).isEqualTo(second);
    }

    @Test
    void values_beyond_those_that_are_remembered_repeat_the_last_report() {
        Memo memo = Memo.of(2);
        byte[] first = report(memo, 3);
        byte[] second = report(memo, 4);
        assertThat(report(memo, 5)).isEqualTo(second);
        assertThat(report(memo, 3)).isEqualTo(first);
        assertThat(report(memo, 6)).isEqualTo(second);
    }

    @Test
    void a_memo_that_was_stored_goes_on() {
        Memo memo = Memo.of(2);
        byte[] first = report(memo, 3);
        Memo restored = Memo.read(memo.bytes());
        assertThat(report(restored, 3)).isEqualTo(first);
        byte[] second = report(restored, 7);
        Memo again = Memo.read(restored.bytes());
        assertThat(report(again, 8)).isEqualTo(second);
        assertThat(again.bytes()).isEqualTo(restored.bytes());
    }

    @Test
    void what_was_handed_out_cannot_change_the_memo() {
        Memo memo = Memo.of(1);
        byte[] first = report(memo, 3);
        byte[] copy = first.clone();
        Arrays.fill(first, (byte) 0);
        assertThat(report(memo, 3)).isEqualTo(copy);
    }

    @Test
    void broken_bytes_are_no_memo() {
        byte[] bytes = Memo.of(1).bytes();
        assertThatThrownBy(() -> Memo.read(Arrays.copyOf(bytes, bytes.length - 1)))
                .isInstanceOf(CanonicalReader.Malformed.class);
        assertThatThrownBy(() -> Memo.read(Arrays.copyOf(bytes, bytes.length + 1)))
                .isInstanceOf(CanonicalReader.Malformed.class);
    }

    @Test
    void its_text_tells_nothing() {
        Memo memo = Memo.of(1);
        report(memo, 271828);
        assertThat(memo).hasToString("Memo");
    }
}
