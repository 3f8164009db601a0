package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests gate and release operator with series, over restarts and rescaling, by exact values. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class SeriesRestoreTest {

    private static final long HOUR = Plans.HOUR;
    private static final int HOURS = 60;
    private static final int RESET = 24;
    private static final int PANES = 5;
    private static final Schedule SCHEDULE = new Schedule(2 * HOUR + 7, HOURS * HOUR);
    private static final String[] KEYS =
            IntStream.range(0, 12).mapToObj(i -> "key-" + i).toArray(String[]::new);

    private static Totals big(Totals query) {
        return query.keys(KEYS).count().with(Queries.clamped(-9, 9)).contributions(1_000_000);
    }

    private static Plan plan() {
        return Totals.plan(
                PrivacyUnit.USER_PER_DAY,
                Plans.GAUSSIAN,
                big(Totals.running("daily", RESET)).resetting(Duration.ofHours(RESET)),
                big(Totals.running("endless", RESET)),
                big(Totals.sliding("sliding", PANES)));
    }

    /** The added records: count and sum for each key and hour. */
    private final long[][][] added = new long[KEYS.length][HOURS + PANES + 1][2];

    private void add(Chain chain, SplittableRandom random, int hour) {
        int key = random.nextInt(KEYS.length);
        long amount = random.nextInt(-9, 10);
        for (int query = 0; query < 3; query++) {
            chain.add(Chain.record(plan(), "user" + random.nextInt(9), (hour - 1) * HOUR + 5, query, key, 1, amount));
        }
        added[key][hour][0]++;
        added[key][hour][1] += amount;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void a_restart_at_any_parallelism_after_every_step_changes_no_total_and_repeats_none(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (Chain chain = Chain.start(plan(), SCHEDULE, 2)) {
            for (int hour = 3; hour <= HOURS; hour++) {
                for (int i = random.nextInt(6); i > 0; i--) {
                    add(chain, random, Math.min(HOURS, hour + random.nextInt(3)));
                }
                chain.restore(chain.checkpoint(), 1 + random.nextInt(3));
                if (random.nextBoolean()) {
                    chain.watermark(hour * HOUR + random.nextInt(1000));
                }
            }
            chain.restore(chain.checkpoint(), 1 + random.nextInt(3));
            chain.watermark(Long.MAX_VALUE);
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).doesNotHaveDuplicates();
            assertThat(exact(chain)).isEqualTo(recounted());
        }
    }

    /** Maps "query/key/end" to step, start and exact values. */
    private static Map<String, List<Long>> exact(Chain chain) {
        Map<String, List<Long>> exact = new TreeMap<>();
        for (Outcome outcome : chain.outcomes()) {
            if (outcome.kind() == Outcome.Kind.EXACT) {
                exact.put(
                        Chain.name(outcome),
                        List.of(outcome.step(), outcome.start(), outcome.values()[0], outcome.values()[1]));
            }
        }
        assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).containsExactlyElementsOf(exact.keySet());
        return exact;
    }

    private Map<String, List<Long>> recounted() {
        Map<String, List<Long>> recounted = new TreeMap<>();
        for (int hour = 3; hour <= HOURS + PANES - 1; hour++) {
            if (hour <= HOURS) {
                int step = (hour - 1) % RESET + 1;
                recount("0", hour, step, hour - step, recounted);
                recount("1", hour, hour - 2, 2, recounted);
            }
            recount("2", hour, hour - 2, hour - PANES, recounted);
        }
        return recounted;
    }

    private void recount(String query, int hour, long step, int start, Map<String, List<Long>> recounted) {
        for (int key = 0; key < KEYS.length; key++) {
            long[] total = new long[2];
            for (int at = Math.max(start, 2) + 1; at <= hour; at++) {
                total[0] += added[key][at][0];
                total[1] += added[key][at][1];
            }
            recounted.put(query + "/" + KEYS[key] + "/" + hour * HOUR, List.of(step, start * HOUR, total[0], total[1]));
        }
    }

    /** Parameters of the noise are part of the state: another horizon, bound or share gives other parameters. */
    @Test
    void a_query_whose_noise_changes_begins_its_series_anew_and_units_keep_what_they_spent() throws Exception {
        Totals before = Totals.running("q", 24).count().contributions(2);
        List<Totals> others = List.of(
                Totals.running("q", 25).count().contributions(2),
                before.bounded(1, 1, 0),
                before.contributions(3),
                before.resetting(Duration.ofHours(24)),
                Totals.sliding("q", 2).count().contributions(2));
        for (Totals other : others) {
            assertThat(stepsAfter(before, other).get(0))
                    .as(other.toString())
                    .isEqualTo(other.window().step(3 * HOUR, 0));
        }
        assertThat(stepsAfter(before, before).get(0)).isEqualTo(3);
    }

    /** Returns the steps after a restart with another query, if a unit has spent everything before. */
    private static List<Long> stepsAfter(Totals before, Totals after) throws Exception {
        Plan first = Totals.plan(PrivacyUnit.USER, Plans.GAUSSIAN, before);
        Query later = Queries.version(after.query(), before.equals(after) ? 1 : 2);
        Plan second = Plan.of("test", PrivacyUnit.USER, Plans.GAUSSIAN, Plans.TIMING, List.of(later));
        Schedule endless = Schedule.startingAt(0);
        List<Long> steps = new ArrayList<>();
        try (Chain chain = Chain.start(first, endless, 2)) {
            chain.add("ada", 10, 0, 1);
            chain.add("ada", 10, 1, 1);
            chain.watermark(2 * HOUR);
            chain.restore(chain.checkpoint(), 1, second, endless);
            chain.outcomes().clear();
            chain.add("ada", 2 * HOUR + 10, 0, 1);
            chain.watermark(3 * HOUR);
            for (Outcome outcome : chain.outcomes()) {
                if (outcome.kind() == Outcome.Kind.EXACT && outcome.key().equals("a")) {
                    steps.add(outcome.step());
                    assertThat(outcome.values()[0]).isEqualTo(before.equals(after) ? 1 : 0);
                }
            }
        }
        return steps;
    }
}
