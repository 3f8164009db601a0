package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.identity.UnitName;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.Attempt.Checkpoint;
import dev.weir.operators.publish.Attempt.Job;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Everything;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What a start changes and is only told: in the log, with numbers of keys and none of their names. */
@SuppressWarnings("try") // harnesses say that closing may be interrupted
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
        return new Job(new LedgerPublishOperator(plan, times, access, world.sink()), new JobID());
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
            assertThat(said.text()).contains("domain test: " + KEYS).doesNotContain("harbour", "station");
        }
    }

    private static OneInputStreamOperatorTestHarness<PublishedRow, Void> publish(Plan plan) throws Exception {
        return new OneInputStreamOperatorTestHarness<>(new PublishOperator(plan, LedgerCorpus.Shown::new), 1, 1, 0);
    }
}
