package dev.weir.testing.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Tests between which slots a job is lost whose older state is adopted. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AdoptionTimesTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Plan PLAN = Plan.of(
            "d",
            PrivacyUnit.USER_PER_DAY,
            new Budget.Pure(new BigDecimal("2.0")),
            new TimeBounds(0, 3_600_000),
            List.of(query("hourly", HOUR), query("longer", HOUR.multipliedBy(2))));

    private static Query query(String name, Duration window) {
        return new Query(
                name,
                1,
                "records",
                new DeclaredKeys(List.of("a")),
                TumblingWindow.of(window),
                Bounds.NONE,
                List.of(new Count("records", BigDecimal.ONE)),
                new Spend(null, 1),
                null);
    }

    /** Five slots an hour of each of eight worlds in two partitions; the watermark has passed two hours with the first slot behind the next stamp. */
    @RepeatedTest(20)
    void the_state_is_of_before_all_queries_have_released_and_the_lost_job_of_behind_that(RepetitionInfo run) {
        List<Long> stamps = LongStream.range(0, 30)
                .mapToObj(slot -> slot * HOUR.toMillis() / 5)
                .toList();
        SlotSchedule slots = SlotSchedule.of(List.of(stamps), 0, 8, 2);
        AdoptionTimes times = AdoptionTimes.of(
                PLAN, new Schedule(0, 6 * HOUR.toMillis()), slots, new SplittableRandom(run.getCurrentRepetition()));
        long first = 11 * 4;
        assertThat(times.old()).isBetween(0L, first - 1);
        assertThat(times.lost()).isBetween(first, first + (30 * 4 - first) / 2);
    }
}
