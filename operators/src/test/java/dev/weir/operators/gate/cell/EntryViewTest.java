package dev.weir.operators.gate.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that a view returns the entries as they were when it was taken, whatever happens to them before, while and after they
 * are read.
 */
@Timeout(300)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EntryViewTest {

    private static final int STRIDE = 3;

    /** The number of entries: several slices, the last of which is not full. */
    private static final int ENTRIES = 5 * EntryView.SLICE + 17;

    /** The number of entries of a view; later entries are not in it. */
    private static final int VIEWED = ENTRIES - 100;

    private final SplittableRandom random = new SplittableRandom(11);
    private final long[] entries = random.longs((long) ENTRIES * STRIDE).toArray();
    private final EntryViews views = new EntryViews();

    private EntryView take(AtomicBoolean closed) {
        return views.take(entries, STRIDE, VIEWED, closed);
    }

    private long[] now() {
        return Arrays.copyOf(entries, VIEWED * STRIDE);
    }

    private void change(int count) {
        int[] chosen = random.ints(count, 0, ENTRIES).toArray();
        Arrays.stream(chosen).forEach(views::save);
        EntryView.publish();
        changeUnsaved(chosen);
    }

    private void changeUnsaved(int... chosen) {
        for (int entry : chosen) {
            entries[entry * STRIDE + random.nextInt(STRIDE)]++;
        }
    }

    private static long[] read(EntryView view, Runnable afterEachSlice) {
        long[] read = new long[VIEWED * STRIDE];
        long[] slice = view.newSlice();
        for (int first = 0; first < view.size(); first += EntryView.SLICE) {
            int count = view.read(first, slice);
            System.arraycopy(slice, 0, read, first * STRIDE, count * STRIDE);
            afterEachSlice.run();
        }
        return read;
    }

    @Test
    void entries_that_change_before_and_while_they_are_read_are_read_as_they_were() {
        for (int repetition = 0; repetition < 100; repetition++) {
            long[] expected = now();
            AtomicBoolean closed = new AtomicBoolean();
            EntryView view = take(closed);
            change(repetition * 10);
            assertThat(read(view, () -> change(5))).isEqualTo(expected);
            assertThat(read(view, () -> change(5))).isEqualTo(expected);
            closed.set(true);
        }
    }

    @Test
    void each_of_several_views_has_its_own_moment() {
        long[] first = now();
        EntryView one = take(new AtomicBoolean());
        change(300);
        long[] second = now();
        EntryView other = take(new AtomicBoolean());
        change(300);
        assertThat(second).isNotEqualTo(first);
        assertThat(read(other, () -> change(5))).isEqualTo(second);
        assertThat(read(one, () -> change(5))).isEqualTo(first);
    }

    @Test
    void an_entry_that_changes_without_being_saved_is_read_as_it_is() {
        EntryView view = take(new AtomicBoolean());
        changeUnsaved(VIEWED - 1);
        assertThat(read(view, () -> {})).isEqualTo(now());
    }

    /** Closing a view before it has been read invalidates it. */
    @Test
    void nothing_is_saved_for_a_view_that_is_closed() {
        long[] then = now();
        AtomicBoolean closed = new AtomicBoolean();
        EntryView view = take(closed);
        change(50);
        closed.set(true);
        assertThat(read(view, () -> {})).isEqualTo(then);
        change(50);
        assertThat(read(view, () -> {})).isNotEqualTo(then);
    }

    @Test
    void a_view_without_entries_is_read() {
        EntryView view = views.take(entries, STRIDE, 0, new AtomicBoolean());
        change(10);
        assertThat(view.newSlice()).isEmpty();
        assertThat(view.size()).isZero();
    }

    /** Neither does the thread that changes entries wait for the one that reads them, nor the reverse. */
    @Test
    void entries_that_another_thread_changes_all_the_time_are_read_as_they_were() {
        for (int repetition = 0; repetition < 1000; repetition++) {
            AtomicBoolean closed = new AtomicBoolean();
            long[] expected = now();
            EntryView view = take(closed);
            CompletableFuture<long[]> reading = CompletableFuture.supplyAsync(() -> {
                long[] read = read(view, () -> {});
                closed.set(true);
                return read;
            });
            do {
                change(8);
            } while (!closed.get());
            assertThat(reading.join()).as("repetition %d", repetition).isEqualTo(expected);
        }
    }
}
