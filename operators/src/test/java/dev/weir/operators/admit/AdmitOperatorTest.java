package dev.weir.operators.admit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AdmitOperatorTest {

    private static final long HOUR = Plans.HOUR;
    private static final int GROUPS = 8;
    private static final Plan PLAN = Plan.of(
            "test",
            PrivacyUnit.USER,
            Plans.PURE,
            new TimeBounds(0, 10),
            List.of(Queries.hourly("q").count().query()));

    @Test
    void the_clock_of_a_partition_goes_on_wherever_the_partition_lands() throws Exception {
        for (ClockMode mode : List.of(ClockMode.APPEND_TIME, ClockMode.RECORD_TIME)) {
            OperatorSubtaskState state;
            try (AdmitBench one = bench(mode, null)) {
                one.slot(0, 5 * HOUR);
                one.slot(1, 2 * HOUR);
                state = one.snapshot();
            }
            for (int subtask = 0; subtask < 3; subtask++) {
                try (AdmitBench bench = subtask(mode, new AdmitBench.Subtask(3, subtask, state, 1))) {
                    bench.slot(0, HOUR - 1);
                    bench.slot(1, 2 * HOUR + 1);
                    bench.slot(1, HOUR - 1);
                    bench.snapshot();
                    assertThat(bench.counters().of(0, Rejection.LATE))
                            .as("%s %d", mode, subtask)
                            .isEqualTo(2);
                    assertThat(bench.admitted()).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void clocks_of_all_subtasks_meet_again_when_the_job_shrinks() throws Exception {
        List<OperatorSubtaskState> states = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            try (AdmitBench bench = subtask(ClockMode.APPEND_TIME, new AdmitBench.Subtask(2, subtask, null, 2))) {
                bench.slot(subtask, (3 + subtask) * HOUR);
                states.add(bench.snapshot());
            }
        }
        OperatorSubtaskState both =
                AbstractStreamOperatorTestHarness.repackageState(states.toArray(OperatorSubtaskState[]::new));
        try (AdmitBench bench = subtask(ClockMode.APPEND_TIME, new AdmitBench.Subtask(1, 0, both, 2))) {
            bench.slot(0, 1);
            bench.slot(1, 3 * HOUR + 1);
            bench.snapshot();
            assertThat(bench.counters().of(0, Rejection.LATE)).isEqualTo(2);
        }
    }

    @Test
    void a_stamped_clock_keeps_no_state() throws Exception {
        OperatorSubtaskState state;
        try (AdmitBench bench = bench(ClockMode.STAMPED, null)) {
            bench.slot(0, 5 * HOUR);
            state = bench.snapshot();
        }
        try (AdmitBench bench = bench(ClockMode.STAMPED, state)) {
            bench.slot(0, HOUR);
            assertThat(bench.admitted()).isEqualTo(1);
        }
    }

    @Test
    void a_slot_without_an_append_time_is_refused_and_moves_no_clock() throws Exception {
        try (AdmitBench bench = bench(ClockMode.APPEND_TIME, null)) {
            bench.slot(0, HOUR);
            bench.process(List.of(new AdmitSlot(0, 77, PartitionClock.NO_TIME, HOUR, AdmitSlot.Content.GOOD)));
            bench.slot(0, HOUR + 1);
            bench.snapshot();
            assertThat(bench.counters().of(0, Rejection.NO_APPEND_TIME)).isEqualTo(1);
            assertThat(bench.admitted()).isEqualTo(2);
            DeadLetter letter = bench.deadLetters().get(0);
            assertThat(letter.code()).isEqualTo(Rejection.NO_APPEND_TIME);
            assertThat(letter.offset()).isEqualTo(77);
            assertThat(new String(letter.payload(), StandardCharsets.UTF_8)).isEqualTo("slot 77");
            assertThat(letter.toString()).isEqualTo("NO_APPEND_TIME at 0:77");
        }
    }

    @Test
    void a_record_that_runs_ahead_is_future_and_moves_a_clock_of_record_times_no_further() throws Exception {
        try (AdmitBench bench = bench(ClockMode.RECORD_TIME, null)) {
            bench.slot(0, HOUR);
            bench.slot(0, 3 * HOUR);
            bench.slot(0, HOUR + 10);
            bench.snapshot();
            assertThat(bench.counters().of(0, Rejection.FUTURE)).isEqualTo(1);
            assertThat(bench.admitted()).isEqualTo(2);
        }
    }

    /** A first record from the future must not start the clock there, which would make all later records late forever. */
    @Test
    void a_first_record_from_the_future_is_refused_and_nothing_after_it() throws Exception {
        try (AdmitBench bench = bench(ClockMode.RECORD_TIME, null)) {
            bench.slot(0, AdmitBench.TODAY + 11);
            bench.harness.processWatermark(AdmitBench.TODAY);
            bench.slot(0, 5 * HOUR);
            bench.slot(0, 5 * HOUR + 1);
            bench.harness.setProcessingTime(AdmitBench.TODAY + 1000);
            bench.snapshot();
            assertThat(bench.counters().of(0, Rejection.FUTURE)).isEqualTo(1);
            assertThat(bench.counters().of(0, Rejection.LATE)).isZero();
            assertThat(bench.admitted()).isEqualTo(2);
            assertThat(bench.watermarks()).containsExactly(5 * HOUR + 1);
        }
    }

    /** The gate counts such records separately if their windows have closed. */
    @Test
    void records_say_whether_their_slots_were_written_while_the_job_ran_and_could_not_be_read_within_the_hold()
            throws Exception {
        for (ClockMode mode : ClockMode.values()) {
            try (AdmitBench bench = bench(mode, null)) {
                bench.harness.setProcessingTime(HOUR);
                bench.slot(0, HOUR);
                bench.harness.setProcessingTime(3 * HOUR);
                bench.slot(0, HOUR);
                bench.harness.setProcessingTime(3 * HOUR + 1);
                bench.slot(1, -1);
                bench.slot(0, HOUR);
                bench.slot(0, HOUR + 1);
                assertThat(bench.admitted()).as(mode.name()).isEqualTo(5);
                assertThat(bench.heldTooLong()).as(mode.name()).isEqualTo(mode == ClockMode.STAMPED ? 0 : 1);
            }
        }
    }

    /** The watermark generator has started anew and accepts the record's time, but the operator's clock is restored. */
    @Test
    void a_record_from_far_ahead_moves_no_watermark_after_a_restore_either() throws Exception {
        OperatorSubtaskState state;
        try (AdmitBench bench = bench(ClockMode.RECORD_TIME, null)) {
            bench.slot(0, 5 * HOUR);
            state = bench.snapshot();
        }
        try (AdmitBench bench = bench(ClockMode.RECORD_TIME, state)) {
            bench.slot(0, 90_000 * HOUR);
            bench.harness.processWatermark(90_000 * HOUR); // nothing more happens: the watermark does not advance
            bench.slot(0, 5 * HOUR + 10);
            bench.slot(0, 5 * HOUR + 20);
            bench.harness.setProcessingTime(AdmitBench.TODAY + 1000);
            bench.slot(0, 5 * HOUR + 30);
            bench.harness.setProcessingTime(AdmitBench.TODAY + 2000);
            bench.harness.setProcessingTime(AdmitBench.TODAY + 3000);
            bench.harness.processWatermark(Watermark.MAX_WATERMARK);
            bench.harness.setProcessingTime(AdmitBench.TODAY + 4000);
            assertThat(bench.watermarks()).containsExactly(5 * HOUR, 5 * HOUR + 20, 5 * HOUR + 30, Long.MAX_VALUE);
        }
        try (AdmitBench bench = bench(ClockMode.APPEND_TIME, state)) {
            bench.harness.processWatermark(90_000 * HOUR);
            assertThat(bench.watermarks()).containsExactly(90_000 * HOUR);
        }
    }

    @Test
    void counters_leave_before_a_barrier_and_at_the_end_and_only_once() throws Exception {
        try (AdmitBench bench = bench(ClockMode.STAMPED, null)) {
            bench.slot(0, HOUR);
            assertThat(bench.sentCounters()).isEmpty();
            bench.snapshot();
            bench.snapshot();
            assertThat(bench.sentCounters()).hasSize(1);
            bench.slot(0, HOUR);
            bench.harness.getOperator().finish();
            assertThat(bench.sentCounters()).hasSize(2);
            assertThat(bench.counters().of(0, RecordOutcome.READ)).isEqualTo(2);
        }
    }

    @Test
    void no_record_waits_behind_a_signal_that_may_close_its_window_or_lose_it() throws Exception {
        for (Signal signal : Signal.values()) {
            try (AdmitBench bench = bench(ClockMode.STAMPED, null)) {
                bench.slot(0, HOUR);
                assertThat(bench.sent()).isZero();
                signal.reach(bench.harness);
                assertThat(bench.sent()).as(signal.name()).isEqualTo(1);
                assertThat(bench.harness.getOutput().peek()).as(signal.name()).isInstanceOf(StreamRecord.class);
            }
        }
    }

    /** The signals that must not overtake a record. */
    private enum Signal {
        WATERMARK,
        IDLE,
        BARRIER,
        END;

        void reach(OneInputStreamOperatorTestHarness<AdmitSlot, ContributionBatch> harness) throws Exception {
            switch (this) {
                case WATERMARK -> harness.processWatermark(2 * HOUR);
                case IDLE -> harness.processWatermarkStatus(WatermarkStatus.IDLE);
                case BARRIER -> harness.prepareSnapshotPreBarrier(1);
                case END -> harness.getOperator().finish();
            }
        }
    }

    @Test
    void an_operator_that_is_restored_without_its_state_refuses_for_good() {
        assertThatThrownBy(() -> bench(
                        ClockMode.APPEND_TIME, OperatorSubtaskState.builder().build()))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("STATE_LOST");
    }

    private static AdmitBench bench(ClockMode mode, @Nullable OperatorSubtaskState state) throws Exception {
        return subtask(mode, AdmitBench.Subtask.alone(state));
    }

    private static AdmitBench subtask(ClockMode mode, AdmitBench.Subtask subtask) throws Exception {
        return new AdmitBench(new AdmissionSettings(PLAN, Schedule.startingAt(0), mode, GROUPS), subtask);
    }
}
