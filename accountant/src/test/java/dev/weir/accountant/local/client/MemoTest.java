package dev.weir.accountant.local.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.local.LocalLaplace;
import dev.weir.accountant.local.NumberResponse.Range;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.SeededRandomness;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Reports of a mechanism with so much noise that two draws are never equal. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MemoTest {

    private static final long TODAY = 20_514;

    private final Question question = numbers("0.01");
    private final Randomness randomness = new SeededRandomness(41);

    private static Question numbers(String epsilon) {
        return new NumberQuestion(
                "hours", BigDecimal.ONE, LocalLaplace.of(new Range(0, 1L << 30), new BigDecimal(epsilon)));
    }

    private Memo memo(int remember) {
        return Memo.of(question, TODAY, remember);
    }

    private Memo read(byte[] bytes) {
        return Memo.read(bytes, question, TODAY);
    }

    private byte[] report(Memo memo, long value) {
        return memo.report(value, randomness);
    }

    @Test
    void the_same_value_gives_the_same_report() {
        Memo memo = memo(2);
        byte[] first = report(memo, 3);
        byte[] second = report(memo, 4);
        assertThat(second).isNotEqualTo(first);
        assertThat(report(memo, 3)).isEqualTo(first);
        assertThat(report(memo, 4)).isEqualTo(second);
    }

    @Test
    void values_beyond_those_that_are_remembered_repeat_the_last_report() {
        Memo memo = memo(2);
        byte[] first = report(memo, 3);
        byte[] second = report(memo, 4);
        assertThat(report(memo, 5)).isEqualTo(second);
        assertThat(report(memo, 3)).isEqualTo(first);
        assertThat(report(memo, 6)).isEqualTo(second);
    }

    @Test
    void a_memo_that_was_stored_goes_on() {
        Memo memo = memo(2);
        byte[] first = report(memo, 3);
        Memo restored = read(memo.bytes());
        assertThat(report(restored, 3)).isEqualTo(first);
        byte[] second = report(restored, 7);
        Memo again = read(restored.bytes());
        assertThat(report(again, 8)).isEqualTo(second);
        assertThat(again.bytes()).isEqualTo(restored.bytes());
    }

    @Test
    void what_was_handed_out_cannot_change_the_memo() {
        Memo memo = memo(1);
        byte[] first = report(memo, 3);
        byte[] copy = first.clone();
        Arrays.fill(first, (byte) 0);
        assertThat(report(memo, 3)).isEqualTo(copy);
    }

    @Test
    void broken_bytes_are_no_memo() {
        byte[] bytes = memo(1).bytes();
        assertThatThrownBy(() -> read(Arrays.copyOf(bytes, bytes.length - 1)))
                .isInstanceOf(CanonicalReader.Malformed.class);
        assertThatThrownBy(() -> read(Arrays.copyOf(bytes, bytes.length + 1)))
                .isInstanceOf(CanonicalReader.Malformed.class);
    }

    @Test
    void values_that_are_clamped_to_one_are_one_value() {
        Memo memo = memo(2);
        byte[] lowest = report(memo, -5);
        assertThat(report(memo, 0)).isEqualTo(lowest);
        assertThat(report(memo, -7)).isEqualTo(lowest);
        assertThat(report(memo, 4)).isNotEqualTo(lowest);
    }

    @Test
    void what_is_no_option_is_refused_even_if_no_report_is_drawn() {
        Question options = CategoryQuestion.of("letter", List.of("a", "b", "c", "d"), BigDecimal.ONE);
        Memo memo = Memo.of(options, TODAY, 1);
        memo.report(2, randomness);
        assertThatThrownBy(() -> memo.report(4, randomness)).hasMessageStartingWith("value must be");
    }

    @Test
    void bytes_that_no_memo_writes_are_none() {
        byte[] none = started().count(0).count(0).bytes();
        assertThatThrownBy(() -> read(none)).isInstanceOf(CanonicalReader.Malformed.class);
        byte[] twice = started()
                .count(2)
                .count(2)
                .number(3)
                .block(new byte[] {1})
                .number(3)
                .block(new byte[] {2})
                .bytes();
        assertThatThrownBy(() -> read(twice)).isInstanceOf(CanonicalReader.Malformed.class);
    }

    private CanonicalWriter started() {
        return new CanonicalWriter().text(question.id()).number(TODAY);
    }

    @Test
    void a_memo_of_another_mechanism_or_period_is_never_repeated() {
        Memo memo = memo(1);
        report(memo, 3);
        byte[] bytes = memo.bytes();
        assertThatThrownBy(() -> Memo.read(bytes, question, TODAY + 1)).hasMessageStartingWith("period must be");
        assertThatThrownBy(() -> Memo.read(bytes, numbers("0.02"), TODAY)).hasMessageStartingWith("mechanism must be");
    }

    @Test
    void its_text_tells_nothing() {
        Memo memo = memo(1);
        report(memo, 271828);
        assertThat(memo).hasToString("Memo");
    }
}
