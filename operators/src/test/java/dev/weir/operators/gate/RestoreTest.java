package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TumblingWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests gate and release operator over restarts, rescaling and the end of input, by exact totals. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class RestoreTest {

    private static final long HOUR = Plans.HOUR;
    private static final Schedule DAY = new Schedule(0, 24 * HOUR);
    private static final Queries COUNT = Queries.hourly("q").count().contributions(6);

    @Test
    void a_restart_at_any_parallelism_after_every_element_changes_no_total() throws Exception {
        for (long seed = 50_000; seed < 50_004; seed++) {
            agreesWithOracle(seed, false);
        }
    }

    @Test
    void the_same_holds_where_the_state_backend_is_on_disk() throws Exception {
        agreesWithOracle(60_003, true);
    }

    private static void agreesWithOracle(long seed, boolean onDisk) throws Exception {
        GateCase random = GateCase.of(seed);
        SplittableRandom dice = new SplittableRandom(seed);
        NaiveGate naive = new NaiveGate(random.plan());
        Schedule schedule = new Schedule(random.start(), random.start() + 2 * Plans.DAY);
        try (Chain chain =
                onDisk ? Chain.onDisk(random.plan(), schedule, 2) : Chain.start(random.plan(), schedule, 2)) {
            for (GateCase.Step step : random.steps()) {
                if (step.record() == null) {
                    chain.watermark(step.closedUpTo());
                    naive.close(step.closedUpTo());
                } else {
                    chain.add(step.record());
                    naive.add(step.record());
                }
                chain.restore(chain.checkpoint(), 1 + dice.nextInt(3));
            }
            chain.watermark(Long.MAX_VALUE);
            assertThat(chain.totals()).as("seed %d", seed).isEqualTo(naive.totals());
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED))
                    .as("seed %d", seed)
                    .isEqualTo(releaseNames(random.plan(), schedule));
        }
    }

    /** Returns every declared key in every window of the schedule, once. */
    private static List<String> releaseNames(Plan plan, Schedule schedule) {
        List<String> releaseNames = new ArrayList<>();
        for (int query = 0; query < plan.queries().size(); query++) {
            var asked = plan.queries().get(query).query();
            long size = ((TumblingWindow) asked.window()).sizeMillis();
            for (long end = schedule.from() / size * size + size; end - size < schedule.until(); end += size) {
                for (int key = 0; key < asked.keys().ticking(); key++) {
                    releaseNames.add(query + "/" + asked.keys().name(key) + "/" + end);
                }
            }
        }
        releaseNames.sort(null);
        return releaseNames;
    }

    @Test
    void every_declared_key_is_released_in_every_window_over_every_rescale() throws Exception {
        String[] keys = IntStream.range(0, 50).mapToObj(i -> "key-" + i).toArray(String[]::new);
        Plan plan = Plans.daily(
                COUNT.keys(keys),
                Queries.hourly("wide").every(Duration.ofHours(7)).sum(-5, 5));
        try (Chain chain = Chain.start(plan, DAY, 1)) {
            int[] parallelisms = {3, 2, 8, 5, 1, 7};
            for (int i = 0; i < parallelisms.length; i++) {
                chain.watermark((2 * i + 1) * HOUR + 5);
                chain.restore(chain.checkpoint(), parallelisms[i]);
            }
            chain.watermark(Long.MAX_VALUE);
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).isEqualTo(releaseNames(plan, DAY));
        }
    }

    /** Flink's own windows would reopen the window, because the watermark starts from the beginning after a restore. */
    @Test
    void a_late_record_right_after_a_restore_reopens_nothing() throws Exception {
        Plan plan = Plans.daily(COUNT);
        try (Chain chain = Chain.start(plan, DAY, 2)) {
            chain.add("ada", 10, 0, 1);
            chain.watermark(HOUR);
            chain.restore(chain.checkpoint(), 3);
            chain.add("bob", 20, 0, 1);
            chain.watermark(30);
            chain.add("bob", 25, 1, 1);
            chain.watermark(HOUR);
            chain.watermark(2 * HOUR);
            chain.checkpoint();
            assertThat(chain.totals()).containsExactly(java.util.Map.entry("0/a/" + HOUR, List.of(1L)));
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED))
                    .doesNotHaveDuplicates()
                    .hasSize(4);
            assertThat(chain.counters().of(0, Rejection.BELOW_FLOOR)).isEqualTo(2);
        }
    }

    @Test
    void an_open_window_goes_on_after_a_restore() throws Exception {
        try (Chain chain = Chain.start(Plans.daily(COUNT), DAY, 3)) {
            chain.add("ada", 10, 0, 1);
            chain.restore(chain.checkpoint(), 1);
            chain.add("ada", 20, 0, 1);
            chain.add("bob", 30, 0, 1);
            chain.watermark(HOUR);
            assertThat(chain.totals()).containsExactly(java.util.Map.entry("0/a/" + HOUR, List.of(3L)));
        }
    }

    @Test
    void the_end_of_input_closes_a_schedule_once_however_often_it_comes() throws Exception {
        Plan plan = Plans.daily(COUNT);
        Schedule schedule = new Schedule(0, 3 * HOUR - 1);
        try (Chain chain = Chain.start(plan, schedule, 2)) {
            chain.watermark(HOUR + 7);
            chain.watermark(Long.MAX_VALUE);
            chain.watermark(Long.MAX_VALUE);
            chain.restore(chain.checkpoint(), 2);
            chain.watermark(Long.MAX_VALUE);
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).isEqualTo(releaseNames(plan, schedule));
        }
    }

    @Test
    void the_end_of_input_closes_nothing_where_the_schedule_has_no_end() throws Exception {
        try (Chain chain = Chain.start(Plans.daily(COUNT), Schedule.startingAt(0), 2)) {
            chain.add("ada", 10, 0, 1);
            chain.watermark(Long.MAX_VALUE);
            assertThat(chain.outcomes()).isEmpty();
        }
    }

    @Test
    void windows_that_end_at_or_before_the_schedules_start_are_never_released() throws Exception {
        try (Chain chain = Chain.start(Plans.daily(COUNT), new Schedule(HOUR, 3 * HOUR), 1)) {
            chain.add("ada", 10, 0, 1);
            chain.watermark(HOUR + 1);
            assertThat(chain.outcomes()).isEmpty();
            chain.watermark(2 * HOUR);
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).containsExactly("0/a/" + 2 * HOUR, "0/b/" + 2 * HOUR);
        }
    }

    @Test
    void a_later_start_of_the_schedule_skips_no_window_once_there_is_state() throws Exception {
        Plan plan = Plans.daily(COUNT);
        try (Chain chain = Chain.start(plan, Schedule.startingAt(0), 2)) {
            chain.add("ada", HOUR + 10, 0, 1);
            chain.watermark(HOUR);
            chain.restore(chain.checkpoint(), 2, plan, Schedule.startingAt(5 * HOUR));
            chain.add("bob", HOUR + 20, 0, 1);
            chain.watermark(3 * HOUR);
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED))
                    .isEqualTo(releaseNames(plan, new Schedule(0, 3 * HOUR)));
            assertThat(chain.totals()).containsEntry("0/a/" + 2 * HOUR, List.of(2L));
        }
    }

    /** A crash returns to the last checkpoint: later elements are processed again, once. */
    @Test
    void a_crash_replays_what_the_checkpoint_did_not_hold() throws Exception {
        try (Chain chain = Chain.start(Plans.of(PrivacyUnit.USER, Plans.PURE, COUNT), DAY, 2)) {
            chain.add("ada", 10, 0, 1);
            Chain.State state = chain.checkpoint();
            for (int attempt = 0; attempt < 4; attempt++) {
                chain.restore(state, 1 + attempt % 3);
                chain.add("ada", 20, 0, 1);
            }
            chain.watermark(HOUR);
            assertThat(chain.totals()).containsEntry("0/a/" + HOUR, List.of(2L));
        }
    }
}
