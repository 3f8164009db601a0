package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GateOperatorTest {

    private static final Schedule DAY = new Schedule(0, 24 * Plans.HOUR);
    private static final Queries COUNT = Queries.hourly("q").count().contributions(6);

    /** Each unit sends two records and may contribute one. */
    @Test
    void a_crowd_in_one_table_is_told_apart() {
        Plan plan = Plans.of(
                PrivacyUnit.USER,
                Plans.PURE,
                Queries.hourly("q").count().contributions(1).recordsPerCell(2));
        GateRun run = new GateRun(plan);
        for (int unit = 0; unit < 2 * 9000; unit++) {
            run.add(Chain.record(plan, "unit" + unit % 9000, 1, 0, 0, 1));
        }
        assertThat(run.counted()).isEqualTo(9000);
        assertThat(run.units()).isEqualTo(9000);
    }

    /** Settings may be changed after they have been checked. */
    @Test
    void a_gate_whose_checkpoints_are_not_exactly_once_refuses_to_start() throws Exception {
        Plan plan = Plans.of(PrivacyUnit.USER, Plans.PURE, COUNT);
        for (boolean unaligned : new boolean[] {false, true}) {
            var gate = new KeyedOneInputStreamOperatorTestHarness<>(
                    new GateOperator(plan, DAY), ContributionBatch::route, Types.INT, 8, 1, 0);
            gate.getEnvironment()
                    .getJobConfiguration()
                    .set(CheckpointingOptions.ENABLE_UNALIGNED, unaligned)
                    .set(
                            CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                            unaligned ? CheckpointingMode.EXACTLY_ONCE : CheckpointingMode.AT_LEAST_ONCE);
            gate.setup();
            assertThatThrownBy(gate::open)
                    .isInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining("must be EXACTLY_ONCE");
        }
    }

    /** Two subtasks of admission have counted, and the gate has counted a record itself. The second barrier sends nothing. */
    @Test
    void what_admission_has_counted_is_sent_once_with_what_the_gate_has() throws Exception {
        Plan plan = Plans.of(PrivacyUnit.USER, Plans.PURE, COUNT);
        try (KeyedBench<ContributionBatch, PartialSum> gate = new KeyedBench<ContributionBatch, PartialSum>(
                        () -> new GateOperator(plan, DAY), ContributionBatch::route, false)
                .start(3, null)) {
            for (long read = 1; read <= 2; read++) {
                RecordCounters counted = RecordCounters.empty(1);
                counted.add(0, RecordOutcome.READ, read);
                gate.process(ContributionBatch.ofCounters(KeyedBench.MAX_PARALLELISM, counted));
            }
            gate.process(Chain.record(plan, "ada", 1, 0, 0, 1).batch(plan, KeyedBench.MAX_PARALLELISM));
            gate.beforeBarrier();
            gate.beforeBarrier();
            RecordCounters all = RecordCounters.empty(1);
            gate.output(GateOperator.COUNTERS).forEach(all::add);
            assertThat(all.of(0, RecordOutcome.READ)).isEqualTo(3);
            assertThat(all.of(0, RecordOutcome.COUNTED)).isEqualTo(1);
        }
    }

    @Test
    void a_gate_refuses_what_was_packed_for_another_number_of_key_groups() throws Exception {
        Plan plan = Plans.of(PrivacyUnit.USER, Plans.PURE, COUNT);
        try (KeyedBench<ContributionBatch, PartialSum> gate = new KeyedBench<ContributionBatch, PartialSum>(
                        () -> new GateOperator(plan, DAY), ContributionBatch::route, false)
                .start(1, null)) {
            Contributions contributions = Chain.record(plan, "ada", 1, 0, 0, 1);
            gate.process(contributions.batch(plan, KeyedBench.MAX_PARALLELISM));
            assertThatThrownBy(() -> gate.process(contributions.batch(plan, 2 * KeyedBench.MAX_PARALLELISM)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("key groups must be 8, were 16");
        }
    }
}
