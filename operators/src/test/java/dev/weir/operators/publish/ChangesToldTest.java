package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.Attempt.Checkpoint;
import dev.weir.operators.publish.Attempt.Job;
import dev.weir.operators.publish.commit.PublicTimes;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.PlanOperator;
import dev.weir.operators.state.restore.StateIdentity;
import dev.weir.operators.testing.Everything;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests changes that a start only logs, with numbers of keys and without their names. */
@SuppressWarnings("try") // the signature of a harness says that closing may be interrupted
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ChangesToldTest extends LedgerJobs {

    private static final Queries QUERY = Queries.hourly("q").contributions(24).count();
    private static final String KEYS =
            "query q has other keys than before, or in another order (2 before, 1 now): its open windows are dropped";

    private static Plan plan(String... keys) {
        return Plans.daily(QUERY.keys(keys)).withUnitName(UnitName.of("rider"));
    }

    private Job job(Plan plan, String topic) {
        LedgerAccess access = new LedgerAccess(world.place(), World.PIPELINE, null, topic);
        PublicTimes times = new PublicTimes(Schedule.startingAt(0), World.DELAY_MILLIS);
        return new Job(new PublishOperator(plan, times, access, world.sink()), new JobID());
    }

    private Checkpoint started(Job job, Checkpoint... from) throws Exception {
        Attempt attempt = begin(job, from.length == 0 ? null : from[0]);
        Checkpoint checkpoint = attempt.snapshot(1);
        attempt.complete(1);
        attempt.abandon();
        return checkpoint;
    }

    @Test
    void keys_that_are_no_more_another_topic_and_another_name_are_told_once() throws Exception {
        Checkpoint first = started(job(plan("harbour", "station"), "out"));
        Plan renamed = plan("harbour").withUnitName(UnitName.of("user").formerly("rider"));
        Checkpoint second;
        try (Everything said = Everything.thatIsSaid()) {
            second = started(job(renamed, "elsewhere"), first);
            assertThat(lines(said))
                    .containsExactly(
                            "pipeline p: the field of the units' ids is user from now on; its name was rider",
                            "pipeline p: releases go to topic elsewhere from now on; they went to topic out",
                            "pipeline p: " + KEYS);
            assertThat(said.text()).doesNotContain("harbour", "station");
        }
        try (Everything said = Everything.thatIsSaid()) {
            started(job(renamed, "elsewhere"), second);
            assertThat(lines(said)).isEmpty();
        }
    }

    private static List<String> lines(Everything said) {
        return said.text()
                .lines()
                .filter(line -> line.startsWith("pipeline p: "))
                .toList();
    }

    @Test
    void a_job_without_a_ledger_is_told_by_its_state() throws Exception {
        OperatorSubtaskState state;
        try (var first = publish(plan("harbour", "station"))) {
            first.setup();
            first.open();
            state = first.snapshot(1, 1);
        }
        try (Everything said = Everything.thatIsSaid();
                var second = publish(plan("harbour"))) {
            second.setup();
            second.initializeState(state);
            assertThat(said.text()).contains("pipeline test: " + KEYS).doesNotContain("harbour", "station");
        }
    }

    /** A state of a build that kept no meanings has only a fingerprint, which shows that something has changed, but not what. */
    @Test
    void a_query_that_was_changed_while_no_meanings_were_kept_is_told_once() throws Exception {
        Plan plan = plan("harbour");
        String changed = "query q was changed at the upgrade";
        try (Everything said = Everything.thatIsSaid()) {
            restore(plan, withoutMeanings(plan));
            assertThat(said.text()).doesNotContain(changed);
        }
        try (Everything said = Everything.thatIsSaid()) {
            Plan other = Plans.daily(QUERY.contributions(5).keys("harbour")).withUnitName(plan.unitName());
            OperatorSubtaskState next = restore(other, withoutMeanings(plan));
            assertThat(said.text())
                    .containsOnlyOnce("pipeline test: " + changed)
                    .doesNotContain("harbour");
            restore(other, next);
            assertThat(said.text()).containsOnlyOnce(changed);
        }
    }

    private static OperatorSubtaskState restore(Plan plan, OperatorSubtaskState state) throws Exception {
        try (var next = publish(plan)) {
            next.setup();
            next.initializeState(state);
            next.open();
            return next.snapshot(1, 1);
        }
    }

    private static OperatorSubtaskState withoutMeanings(Plan plan) throws Exception {
        try (var earlier = new OneInputStreamOperatorTestHarness<>(new EarlierBuild(plan), 1, 1, 0)) {
            earlier.setup();
            earlier.open();
            return earlier.snapshot(1, 1);
        }
    }

    /** An operator that keeps no meanings and no versions. */
    private static final class EarlierBuild extends PlanOperator<PublishedRow, Void> {

        private static final long serialVersionUID = 1L;

        EarlierBuild(Plan plan) {
            super(plan);
        }

        @Override
        protected void restore(StateInitializationContext context, StateIdentity identity) throws Exception {
            BroadcastState<String, String> marker = context.getOperatorStateStore()
                    .getBroadcastState(new MapStateDescriptor<>("marker", Types.STRING, Types.STRING));
            marker.remove("meaning/q/1");
            marker.remove("version-0");
        }

        @Override
        public void processElement(StreamRecord<PublishedRow> row) {}
    }

    private static OneInputStreamOperatorTestHarness<byte[], Void> publish(Plan plan) throws Exception {
        PublicTimes times = new PublicTimes(Schedule.startingAt(0), 0);
        LedgerAccess none = LedgerAccess.none(plan.domain());
        return new OneInputStreamOperatorTestHarness<>(
                new PublishOperator(plan, times, none, LedgerCorpus.Shown::new), 1, 1, 0);
    }
}
