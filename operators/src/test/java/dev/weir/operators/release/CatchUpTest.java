package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.keys.KeyRouting;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Discovered;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the release operator after an outage, when many windows are due at one watermark. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CatchUpTest {

    private static final long HOUR = Plans.HOUR;
    private static final int WINDOWS = 12;
    private static final List<String> KEYS = List.of("a", "b", "c", "d", "e");

    /**
     * One query has windows of an hour, and the other of half an hour, so every second window of the latter ends with one of
     * the former.
     */
    private static final Plan PLAN = Plans.daily(
            Queries.hourly("q").keys(KEYS.toArray(String[]::new)).count().contributions(4),
            Queries.hourly("r")
                    .keys(KEYS.toArray(String[]::new))
                    .every(Duration.ofMinutes(30))
                    .count()
                    .contributions(4));

    private static final Schedule ENDLESS = Schedule.startingAt(0);
    private static final int ROWS = 3 * WINDOWS * KEYS.size();

    private RowLimit limit = RowLimit.NONE;
    private final List<Outcome> outcomes = new ArrayList<>();
    private @Nullable KeyedBench<PartialSum, Outcome> bench;

    private KeyedBench<PartialSum, Outcome> start(int parallelism, KeyedBench.@Nullable State state) throws Exception {
        KeyedBench<PartialSum, Outcome> started =
                new KeyedBench<>(() -> new ReleaseOperator(PLAN, ENDLESS, limit, false), PartialSum::route, false);
        bench = started;
        return started.start(parallelism, state);
    }

    @AfterEach
    void stop() {
        if (bench != null) {
            bench.close();
        }
    }

    @Test
    void a_watermark_closes_one_window_and_leaves_the_others_to_the_mailbox_in_their_order() throws Exception {
        KeyedBench<PartialSum, Outcome> release = start(1, null);
        release.announce(WINDOWS * HOUR);
        List<Long> ends = new ArrayList<>();
        do {
            Set<Long> closed = ends(release.output());
            assertThat(closed).hasSize(1);
            ends.addAll(closed);
        } while (release.turn(0));
        assertThat(ends).isSorted().doesNotHaveDuplicates().hasSize(2 * WINDOWS);
    }

    @Test
    void the_watermark_follows_the_last_window_that_it_closes() throws Exception {
        KeyedBench<PartialSum, Outcome> release = start(1, null);
        release.announce(WINDOWS * HOUR + 5);
        for (int turn = 1; turn < 2 * WINDOWS; turn++) {
            assertThat(release.sentWatermark(0)).isNull();
            assertThat(release.turn(0)).isTrue();
        }
        assertThat(release.output()).hasSize(ROWS);
        release.announce(WINDOWS * HOUR + 6);
        assertThat(release.sentWatermark(0)).isEqualTo(WINDOWS * HOUR + 6);
    }

    /** Operators downstream do not wait for an idle input, so they would take the windows for drawn. */
    @Test
    void an_idle_input_is_told_of_after_the_windows_that_it_has_closed() throws Exception {
        KeyedBench<PartialSum, Outcome> release = start(1, null);
        release.announce(WINDOWS * HOUR);
        release.idle();
        assertThat(release.sentAboutTime(0)).isEmpty();
        release.runMailboxes();
        assertThat(release.sentAboutTime(0)).containsExactly(new Watermark(WINDOWS * HOUR), WatermarkStatus.IDLE);
        release.output();
        release.idle();
        assertThat(release.sentAboutTime(0)).containsExactly(WatermarkStatus.IDLE);
    }

    /** The schedule has no end, so the end of the input alone would close no window for operators downstream. */
    @Test
    void the_end_of_the_input_does_not_take_the_place_of_the_watermark_before_it() throws Exception {
        KeyedBench<PartialSum, Outcome> release = start(1, null);
        release.announce(WINDOWS * HOUR);
        release.announce(Long.MAX_VALUE);
        release.finish();
        assertThat(release.sentAboutTime(0)).containsExactly(new Watermark(WINDOWS * HOUR), Watermark.MAX_WATERMARK);
    }

    /** Releases after the barrier are lost with the attempt, and must be made again; releases before it must not. */
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "2, 2", "3, 1", "2, 3"})
    void a_restore_between_two_windows_of_one_watermark_releases_each_context_once(int before, int after)
            throws Exception {
        for (int turns = 0; turns < 2 * WINDOWS; turns += 3) {
            outcomes.clear();
            KeyedBench.State state = closeSome(start(before, null), turns);
            KeyedBench<PartialSum, Outcome> restored = start(after, state);
            restored.watermark(HOUR); // a clock that starts anew is behind
            restored.watermark(WINDOWS * HOUR);
            outcomes.addAll(restored.output());
            assertThat(outcomes).extracting(Chain::name).doesNotHaveDuplicates().hasSize(ROWS);
            stop();
        }
    }

    /** Closes some windows, so that the subtasks have closed different numbers when the barrier arrives. */
    private KeyedBench.State closeSome(KeyedBench<PartialSum, Outcome> release, int turns) throws Exception {
        release.announce(WINDOWS * HOUR);
        for (int turn = 0; turn < turns; turn++) {
            release.turn(0);
        }
        outcomes.addAll(release.output());
        KeyedBench.State state = release.snapshot();
        release.runMailboxes();
        release.close();
        return state;
    }

    @Test
    void what_was_added_before_the_watermark_is_in_its_window_whenever_that_is_drawn() throws Exception {
        KeyedBench<PartialSum, Outcome> release = start(1, null);
        for (int window = 1; window <= WINDOWS; window++) {
            release.process(partial(window, 1L << 40));
        }
        KeyedBench.State state = closeSome(release, WINDOWS);
        KeyedBench<PartialSum, Outcome> restored = start(2, state);
        restored.watermark(WINDOWS * HOUR);
        outcomes.addAll(restored.output());
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.values()[0] > 1L << 39)
                .extracting(Outcome::end)
                .hasSize(WINDOWS)
                .doesNotHaveDuplicates();
    }

    @Test
    void a_window_that_is_closed_and_waits_to_be_drawn_takes_nothing_more() throws Exception {
        KeyedBench<PartialSum, Outcome> release = start(1, null);
        release.announce(WINDOWS * HOUR);
        release.process(partial(WINDOWS, 1L << 40));
        release.process(partial(WINDOWS + 1, 1L << 40));
        release.watermark((WINDOWS + 1) * HOUR);
        assertThat(release.output())
                .filteredOn(outcome -> outcome.values()[0] > 1L << 39)
                .extracting(Chain::name)
                .containsExactly("0/a/" + (WINDOWS + 1) * HOUR);
    }

    @Test
    void rows_wait_for_a_completed_checkpoint_at_the_limit() throws Exception {
        limit = new RowLimit(12, 0);
        KeyedBench<PartialSum, Outcome> release = start(1, null);
        release.watermark(WINDOWS * HOUR);
        assertThat(release.output()).hasSize(15); // the windows have 5, 10 and 5 rows: the third begins at row 15
        release.snapshot(1);
        release.snapshot(2); // the first checkpoint has failed
        release.runMailboxes();
        release.watermark(WINDOWS * HOUR + 1);
        assertThat(release.output()).isEmpty();
        release.completed(2);
        release.runMailboxes();
        assertThat(release.output()).hasSize(15);
    }

    /** The windows have 5, 10 and 5 rows. Two windows may wait, each as large as the largest that was seen. */
    @Test
    void so_many_windows_of_discovered_keys_may_wait_whatever_the_number_of_their_rows_is() throws Exception {
        limit = new RowLimit(12, 2);
        KeyedBench<PartialSum, Outcome> release = start(1, null);
        release.watermark(WINDOWS * HOUR);
        assertThat(release.output()).hasSize(20);
        Plan discovered = Discovered.plan(Discovered.query(
                Queries.hourly("q").count().contributions(4).recordsPerCell(1), Discovered.keys("1e-7", 1)));
        assertThat(RowLimit.of(discovered, Duration.ofHours(1))).isEqualTo(new RowLimit(100_000, 8));
        assertThat(RowLimit.of(PLAN, Duration.ofHours(1)).windows()).isZero();
    }

    @Test
    void a_window_larger_than_the_limit_is_closed_whole_once_in_each_checkpoint() throws Exception {
        limit = new RowLimit(1, 0);
        KeyedBench<PartialSum, Outcome> release = start(1, null);
        release.watermark(WINDOWS * HOUR);
        for (int checkpoint = 1; checkpoint <= 2 * WINDOWS; checkpoint++) {
            assertThat(ends(release.output())).containsExactly(checkpoint * HOUR / 2);
            release.snapshot(checkpoint);
            release.completed(checkpoint);
            release.runMailboxes();
        }
        assertThat(release.output()).isEmpty();
    }

    @Test
    void the_end_of_the_input_closes_what_is_due_without_waiting() throws Exception {
        limit = new RowLimit(1, 0);
        KeyedBench<PartialSum, Outcome> release = start(2, null);
        release.watermark(WINDOWS * HOUR);
        release.announce(Long.MAX_VALUE);
        release.finish();
        assertThat(release.sentWatermark(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(release.output())
                .extracting(Chain::name)
                .doesNotHaveDuplicates()
                .hasSize(ROWS);
        release.completed(1);
        release.runMailboxes();
        assertThat(release.output()).isEmpty();
    }

    @Test
    void a_job_may_have_as_many_rows_wait_as_it_needs_to_catch_up() {
        assertThat(RowLimit.of(PLAN, Duration.ofSeconds(10)).rows()).isEqualTo(100_000);
        // 10 001 hours of 5 rows plus 20 001 half hours of 5 rows, times four
        assertThat(RowLimit.of(PLAN, Duration.ofHours(10_000)).rows()).isEqualTo(600_040);
        assertThat(RowLimit.of(PLAN, Duration.ZERO).share(3)).isEqualTo(33_333);
        assertThat(new RowLimit(1, 0).share(3)).isEqualTo(1);
    }

    private static PartialSum partial(int hour, long amount) {
        return new PartialSum(KeyRouting.of("q", "a"), 0, 0, hour * HOUR, new long[] {amount});
    }

    private static Set<Long> ends(List<Outcome> rows) {
        Set<Long> ends = new TreeSet<>();
        rows.forEach(row -> ends.add(row.end()));
        return ends;
    }
}
