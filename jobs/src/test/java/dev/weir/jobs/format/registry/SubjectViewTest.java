package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests which messages wait, and from which time of writing on a schema is for messages. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SubjectViewTest {

    private static final long MARGIN = SubjectView.MARGIN;
    private static final long HOLD = SubjectView.HOLD;
    private static final long START = 1_000_000;

    /**
     * Compares, for all views on a grid of times, what becomes of a message before its schema is known with what becomes of it afterwards.
     */
    @Test
    void a_message_that_was_refused_before_a_schema_was_told_is_refused_afterwards() {
        long step = 500;
        int refused = 0;
        for (SubjectView view : views()) {
            long asked = Math.max(START, view.begun());
            for (long written = START - 4 * HOLD; written < START + 2 * HOLD; written += step) {
                for (long now = Math.max(asked, written - MARGIN); now < START + 4 * HOLD; now += step) {
                    if (!view.isWaitedFor(written, now)) {
                        refused++;
                        assertThat(view.readFrom(now)).isGreaterThan(written);
                        assertThat(view.next(asked).readFrom(now)).isGreaterThan(written);
                        assertThat(view.next(now).readFrom(now + step)).isGreaterThan(written);
                    }
                }
            }
        }
        assertThat(refused).isGreaterThan(1000);
    }

    private static List<SubjectView> views() {
        SubjectView first = SubjectView.none(true, START);
        return List.of(first, first.next(START), first.next(START + MARGIN), first.next(START + HOLD));
    }

    @Test
    void the_wait_ends_by_the_clock_alone() {
        SubjectView before = SubjectView.none(true, START);
        assertThat(before.isWaitedFor(Long.MIN_VALUE, START + HOLD)).isTrue();
        assertThat(before.isWaitedFor(START, START + HOLD + 1)).isFalse();
        assertThat(before.readFrom(START + HOLD)).isEqualTo(Long.MIN_VALUE);
        assertThat(before.readFrom(START + HOLD + 1)).isEqualTo(START + 1);
        SubjectView view = before.next(START);
        assertThat(view.isWaitedFor(Long.MIN_VALUE, START)).isFalse();
        assertThat(view.isWaitedFor(START - MARGIN, START)).isFalse();
        assertThat(view.isWaitedFor(START - MARGIN + 1, START)).isTrue();
        assertThat(view.isWaitedFor(START + MARGIN, START)).isTrue();
        assertThat(view.isWaitedFor(START + MARGIN + 1, START)).isFalse();
        assertThat(view.isWaitedFor(Long.MAX_VALUE, START)).isFalse();
        assertThat(view.readFrom(START + 1)).isEqualTo(START - MARGIN + 1);
    }
}
