package dev.weir.operators.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.AdmitSlot.Content;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the clock advances on refused and filtered records too (guarantee, section 3). If it advanced on admitted ones
 * only, one unit's record would decide whether the records of others are late.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClockAfterRefusalTest {

    private static final long HOUR = Plans.HOUR;
    private static final long FIVE_MINUTES = HOUR / 12;
    private static final long SKEW = 10;
    private static final int SEEDS = 8;
    private static final Schedule ENDLESS = Schedule.startingAt(0);
    private static final Plan PLAN = plan(SKEW);
    private static final Plan PATIENT = plan(HOUR);

    private static Plan plan(long maxSkew) {
        return Plan.of(
                "test",
                PrivacyUnit.USER,
                Plans.PURE,
                new TimeBounds(0, maxSkew),
                List.of(Queries.hourly("q").count().query()));
    }

    static Stream<Content> contents() {
        return Stream.of(Content.values());
    }

    /** The record before it leaves the window open. The record after it happened in time and was written too late. */
    @ParameterizedTest
    @MethodSource("contents")
    void a_record_closes_windows_to_those_behind_it_whatever_becomes_of_itself(Content content) throws Exception {
        List<AdmitSlot> slots = slots(content, HOUR - 5, HOUR + 2, HOUR - 1);
        assertThat(refusals(slots, ENDLESS)).containsEntry(2L, Rejection.LATE).doesNotContainKey(0L);
    }

    @ParameterizedTest
    @MethodSource("contents")
    void a_first_record_starts_the_clock_whatever_becomes_of_itself(Content content) throws Exception {
        assertThat(refusals(slots(content, 2 * HOUR, 5 * HOUR, HOUR).subList(1, 3), ENDLESS))
                .containsEntry(2L, Rejection.LATE);
    }

    @ParameterizedTest
    @MethodSource("contents")
    void a_record_too_far_ahead_closes_no_window_whatever_becomes_of_itself(Content content) throws Exception {
        List<AdmitSlot> slots = slots(content, HOUR - 5, HOUR - 5 + SKEW + 1, HOUR - 1);
        assertThat(refusals(slots, ENDLESS)).containsKey(1L).doesNotContainKeys(0L, 2L);
    }

    @Test
    void a_record_behind_the_end_of_the_schedule_is_late_and_closes_the_last_window() throws Exception {
        List<AdmitSlot> slots = slots(Content.GOOD, HOUR - 5, HOUR + 2, HOUR - 1);
        assertThat(refusals(slots, new Schedule(0, HOUR)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(1L, Rejection.LATE, 2L, Rejection.LATE));
    }

    @ParameterizedTest
    @MethodSource("contents")
    void a_late_record_does_not_set_the_clock_back(Content content) throws Exception {
        assertThat(refusals(slots(content, 2 * HOUR, HOUR - 1, HOUR + 1), ENDLESS))
                .containsEntry(2L, Rejection.LATE);
    }

    @ParameterizedTest
    @MethodSource("contents")
    void the_watermark_may_go_as_far_as_a_record_whatever_becomes_of_it(Content content) throws Exception {
        try (AdmitBench bench = bench(PLAN, ClockMode.RECORD_TIME, ENDLESS, null)) {
            bench.process(slots(content, HOUR - 5, HOUR + 2)).harness.processWatermark(HOUR + 2);
            assertThat(bench.harness.getOutput()).contains(new Watermark(HOUR + 2));
        }
    }

    @ParameterizedTest
    @MethodSource("contents")
    void a_clock_that_a_record_has_moved_is_remembered_over_a_restore(Content content) throws Exception {
        OperatorSubtaskState state;
        try (AdmitBench bench = bench(PLAN, ClockMode.RECORD_TIME, ENDLESS, null)) {
            state = bench.process(slots(content, HOUR - 5, HOUR + 2)).harness.snapshot(1, 1);
        }
        try (AdmitBench bench = bench(PLAN, ClockMode.RECORD_TIME, ENDLESS, state)) {
            bench.process(List.of(slot(2, HOUR - 1, Content.GOOD)));
            assertThat(bench.rejections()).containsEntry(2L, Rejection.LATE);
        }
    }

    /** Compares neighbours: one unit's records, a tenth of all, become empty slots that still advance the clock. */
    @ParameterizedTest
    @EnumSource(ClockMode.class)
    void nobody_elses_verdict_depends_on_what_is_in_ones_own_records(ClockMode mode) throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            List<AdmitSlot> stream = stream(seed);
            Map<Long, Rejection> good = others(stream, mode);
            for (Content content : Content.values()) {
                List<AdmitSlot> neighbour = stream.stream()
                        .map(slot -> isMine(slot.offset()) ? slot(slot.offset(), slot.happened(), content) : slot)
                        .toList();
                assertThat(others(neighbour, mode)).as("%s %d", content, seed).isEqualTo(good);
            }
        }
    }

    /** Tests a faulty clock that ignores such records. */
    @Test
    void a_clock_that_does_not_tick_on_ones_own_records_is_caught() throws Exception {
        int caught = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            List<AdmitSlot> stream = stream(seed);
            List<AdmitSlot> unseen =
                    stream.stream().filter(slot -> !isMine(slot.offset())).toList();
            Map<Long, Rejection> good = others(stream, ClockMode.RECORD_TIME);
            caught += good.equals(others(unseen, ClockMode.RECORD_TIME)) ? 0 : 1;
        }
        assertThat(caught).isGreaterThan(SEEDS / 2);
    }

    /** Returns 300 records over about 37 windows, up to 50 minutes out of order. */
    private static List<AdmitSlot> stream(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<AdmitSlot> stream = new ArrayList<>();
        long now = HOUR;
        for (int i = 0; i < 300; i++) {
            now += random.nextInt(4) * FIVE_MINUTES;
            stream.add(slot(i, now - random.nextInt(11) * FIVE_MINUTES, Content.GOOD));
        }
        return stream;
    }

    private static boolean isMine(long offset) {
        return offset % 10 == 7;
    }

    private static Map<Long, Rejection> others(List<AdmitSlot> slots, ClockMode mode) throws Exception {
        Map<Long, Rejection> others = refusals(slots, PATIENT, mode, ENDLESS);
        others.keySet().removeIf(ClockAfterRefusalTest::isMine);
        return others;
    }

    /** Returns valid records, except for the second. */
    private static List<AdmitSlot> slots(Content second, long... times) {
        List<AdmitSlot> slots = new ArrayList<>();
        for (int i = 0; i < times.length; i++) {
            slots.add(slot(i, times[i], i == 1 ? second : Content.GOOD));
        }
        return slots;
    }

    private static Map<Long, Rejection> refusals(List<AdmitSlot> slots, Schedule schedule) throws Exception {
        return refusals(slots, PLAN, ClockMode.RECORD_TIME, schedule);
    }

    private static Map<Long, Rejection> refusals(List<AdmitSlot> slots, Plan plan, ClockMode mode, Schedule schedule)
            throws Exception {
        try (AdmitBench bench = bench(plan, mode, schedule, null)) {
            return bench.process(slots).rejections();
        }
    }

    private static AdmitBench bench(Plan plan, ClockMode mode, Schedule schedule, @Nullable OperatorSubtaskState state)
            throws Exception {
        return new AdmitBench(new AdmissionSettings(plan, schedule, mode, 8), AdmitBench.Subtask.alone(state));
    }

    private static AdmitSlot slot(long offset, long time, Content content) {
        return new AdmitSlot(0, offset, time, time, content);
    }
}
